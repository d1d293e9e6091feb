// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Callers that claim and complete new keys, each with a rival for its key, whatever the servers do meanwhile. */
final class Traffic {

    private static final int WORKERS = 8;

    final Map<RecordId, Long> acknowledged = new ConcurrentHashMap<>();
    final AtomicInteger grantedTwice = new AtomicInteger();
    private final RedisStore store;
    private final Supplier<RecordId> ids;
    private final AtomicBoolean over = new AtomicBoolean();
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);

    Traffic(RedisStore store, Supplier<RecordId> ids) {
        this.store = store;
        this.ids = ids;
    }

    void begin() {
        for (int i = 0; i < WORKERS; i++) {
            workers.execute(this::work);
        }
    }

    /** Waits until so many more keys are completed. */
    void goesOn(int more) {
        int before = acknowledged.size();
        Eventually.holds("there is traffic", () -> acknowledged.size() > before + more);
    }

    private void work() {
        while (!over.get()) {
            try {
                cycle(ids.get());
            } catch (CompletionException unavailable) {
                // Nobody was told anything: nothing was promised.
                Thread.onSpinWait();
            }
        }
    }

    private void cycle(RecordId id) {
        Claim claim = Commands.claim(id);
        boolean granted = Commands.now(store.claim(claim)) instanceof ClaimAnswer.Granted;
        boolean rival = Commands.now(store.claim(Commands.claim(id))) instanceof ClaimAnswer.Granted;
        if (granted && rival) {
            grantedTwice.incrementAndGet();
        }
        if (granted && isDone(Commands.now(store.finish(Commands.completes(claim, "paid"))))) {
            acknowledged.put(id, System.nanoTime());
        }
    }

    private static boolean isDone(FinishAnswer answer) {
        return answer instanceof FinishAnswer.Applied
                || (answer instanceof FinishAnswer.AlreadyEnded ended && ended.isSaved());
    }

    void end() throws InterruptedException {
        over.set(true);
        workers.shutdown();
        assertThat(workers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
}
