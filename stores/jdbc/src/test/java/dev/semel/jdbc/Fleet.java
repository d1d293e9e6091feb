// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.servers.Database;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Processes that work on the same keys, and spare ones that were started ahead: a virtual machine takes a second to
 * start, and a killed process is to be replaced at once.
 */
final class Fleet implements AutoCloseable {

    private static final int AT_WORK = 2;
    private static final int SPARE = 2;

    private final Database database;
    private final boolean inOneTransaction;
    private final Ledger ledger;
    private final List<Worker> working = new ArrayList<>();
    private final Deque<Worker> spare = new ArrayDeque<>();

    Fleet(Database database, boolean inOneTransaction, Ledger ledger) throws InterruptedException {
        this.database = database;
        this.inOneTransaction = inOneTransaction;
        this.ledger = ledger;
        for (int i = 0; i < AT_WORK; i++) {
            working.add(next());
        }
    }

    /** A process that is ready; others are started for later. */
    private Worker next() throws InterruptedException {
        while (spare.size() <= SPARE) {
            spare.add(new Worker(database, inOneTransaction, ledger));
        }
        Worker worker = spare.remove();
        worker.awaitReady();
        return worker;
    }

    /** All get all keys, each in an order of its own: they meet on most of them. */
    void work(List<String> keys, Random random) {
        for (Worker worker : working) {
            List<String> shuffled = new ArrayList<>(keys);
            Collections.shuffle(shuffled, random);
            worker.work(shuffled);
        }
    }

    /** Kills one in the middle of its orders, and lets a spare one take on whatever is not answered yet. */
    int killOne(Random random) throws InterruptedException {
        int place = random.nextInt(working.size());
        Worker victim = working.get(place);
        victim.awaitOrders(1 + random.nextInt(KilledWorker.THREADS));
        // Not always at the moment when an order was begun.
        LockSupport.parkNanos(random.nextInt(15_000_000));
        int code = victim.kill();
        replace(place);
        return code;
    }

    /** Gives keys to one that will fall dead over them by itself; the others get them afterwards. */
    int fall(List<String> keys) throws InterruptedException {
        working.get(0).fallOver(keys);
        int code = working.get(0).awaitFall();
        replace(0);
        return code;
    }

    private void replace(int place) throws InterruptedException {
        Worker worker = next();
        working.set(place, worker);
        worker.work(ledger.open());
    }

    /** Leaves one process alone and lets it come to an answer for every key that there ever was. */
    boolean finish() throws InterruptedException {
        for (Worker worker : working.subList(1, working.size())) {
            worker.kill();
        }
        Worker survivor = working.get(0);
        survivor.work(List.copyOf(ledger.keys()));
        boolean answered = survivor.awaitAnswers(ledger.keys(), Duration.ofMinutes(3));
        return answered && survivor.end() == 0;
    }

    @Override
    public void close() {
        working.forEach(Worker::close);
        spare.forEach(Worker::close);
    }
}
