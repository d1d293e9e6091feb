// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.servers.Database;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A {@link KilledWorker} as the test sees it: what it was told, and what it said so far. */
final class Worker implements AutoCloseable {

    private final Ledger ledger;
    private final Child child;
    private final Map<String, Integer> inside = new HashMap<>();
    private final Set<String> answered = new HashSet<>();
    private int orders;
    private boolean ready;

    Worker(Database database, boolean inOneTransaction, Ledger ledger) {
        this.ledger = ledger;
        this.child = Child.start(
                KilledWorker.class,
                Map.of(),
                this::hear,
                database.url(),
                Objects.requireNonNullElse(database.user(), ""),
                Objects.requireNonNullElse(database.password(), ""),
                String.valueOf(inOneTransaction));
    }

    private synchronized void hear(String line) {
        String[] words = line.split(" ", 3);
        switch (words[0]) {
            case "ready" -> ready = true;
            case "in" -> {
                inside.put(words[1], Integer.valueOf(words[2]));
                orders++;
            }
            case "out" -> inside.remove(words[1]);
            case "answered" -> {
                inside.remove(words[1]);
                answered.add(words[1]);
                ledger.heard(words[1], words[2]);
            }
            default -> throw new IllegalStateException("a worker said: " + line);
        }
        notifyAll();
    }

    void work(Collection<String> keys) {
        keys.forEach(child::tell);
    }

    /** Over these keys it will fall dead. */
    void fallOver(Collection<String> keys) {
        keys.forEach(key -> child.tell(KilledWorker.FALL + key));
    }

    void awaitReady() throws InterruptedException {
        if (!await(() -> ready, Duration.ofMinutes(3))) {
            throw new IllegalStateException("a worker did not get ready: see target/children.log");
        }
    }

    /** Until it has begun so many more orders, or has nothing to do. */
    void awaitOrders(int more) throws InterruptedException {
        int goal = ordersBegun() + more;
        await(() -> orders >= goal, Duration.ofMillis(400));
    }

    private synchronized int ordersBegun() {
        return orders;
    }

    boolean awaitAnswers(Collection<String> keys, Duration limit) throws InterruptedException {
        return await(() -> answered.containsAll(keys), limit);
    }

    private synchronized boolean await(BooleanSupplier condition, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Kills it and tells the exit code; the ledger gets to know what it was in the middle of. */
    int kill() throws InterruptedException {
        int code = child.kill();
        buried();
        return code;
    }

    /** Waits until it has fallen dead by itself. */
    int awaitFall() throws InterruptedException {
        int code = child.exitCode();
        buried();
        return code;
    }

    private synchronized void buried() {
        ledger.died(Map.copyOf(inside));
    }

    int end() throws InterruptedException {
        return child.end();
    }

    @Override
    public void close() {
        child.close();
    }
}
