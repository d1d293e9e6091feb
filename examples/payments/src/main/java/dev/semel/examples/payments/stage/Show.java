// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;

/**
 * What the page sees, and the trouble that it orders. It watches the provider's ledger, and kills the service when that was
 * ordered and the money is taken. Safe for use by several threads.
 */
final class Show implements AutoCloseable {

    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Bank bank;
    private final Supervisor supervisor;
    private final Changes changes;
    private final ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "watches the ledger");
        thread.setDaemon(true);
        return thread;
    });
    private Bank.View seen = Bank.View.NOTHING;
    private long chargesBefore;
    private Trouble ordered = Trouble.NONE;

    Show(Bank bank, Supervisor supervisor, Changes changes) {
        this.bank = bank;
        this.supervisor = supervisor;
        this.changes = changes;
        watcher.execute(this::watch);
    }

    /** For the next payment, in place of what was ordered before. */
    synchronized void order(Trouble trouble) throws IOException, InterruptedException {
        bank.order(trouble == Trouble.NONE ? List.of() : List.of(trouble.fault()));
        // What the watcher has seen before the order is older than this, and counts no more.
        seen = bank.look(Optional.empty());
        chargesBefore = seen.charges();
        ordered = trouble;
        changes.add();
    }

    private void watch() {
        try {
            see(bank.look(Optional.of(seen().version())));
            lookAgain(Duration.ZERO);
        } catch (IOException | JacksonException e) {
            System.out.println("stage | the provider cannot be seen, trying again: " + e.getMessage());
            lookAgain(PAUSE);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAgain(Duration pause) {
        try {
            var unused = watcher.schedule(this::watch, pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            // Then nobody looks any more.
        }
    }

    private synchronized Bank.View seen() {
        return seen;
    }

    private synchronized void see(Bank.View view) {
        if (view.version() < seen.version()) {
            return;
        }
        seen = view;
        boolean taken = view.charges() > chargesBefore;
        if (ordered == Trouble.KILL && taken) {
            long process = supervisor.service().pid();
            System.out.println("stage | the money is taken: killing the service, process " + process);
            supervisor.service().kill();
        }
        if (view.faults().isEmpty() && (ordered != Trouble.KILL || taken)) {
            ordered = Trouble.NONE;
        }
        changes.add();
    }

    /** Once there is another version than the known one, or after a while. */
    Map<String, Object> state(Optional<String> known, String order) {
        long version = changes.await(known, LOOK);
        Bank.View view;
        Trouble trouble;
        synchronized (this) {
            view = seen;
            trouble = ordered;
        }
        List<Entry> mine = view.entries().stream()
                .filter(entry -> order.equals(entry.order()))
                .toList();
        return Map.of(
                "version", version,
                "service", supervisor.state(),
                "trouble", trouble,
                "charges", mine.stream().filter(Entry::isCharge).toList(),
                "total", view.charges());
    }

    @Override
    public void close() {
        watcher.shutdownNow();
    }
}
