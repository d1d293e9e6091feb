// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.spi.StoreException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What clients were told before a server was lost, and whether it still holds on the server that replaced it. */
final class Promises {

    /** Longer than any run of the test: what is in progress stays so, and a second grant would be a second run. */
    private static final Duration LEASE = Duration.ofMinutes(10);

    private static final Duration RETENTION = Duration.ofHours(24);

    private enum Told {
        NOTHING,
        CLAIMED,
        COMPLETED
    }

    private final long origin;
    private final AtomicLong sequence = new AtomicLong();
    private final Map<Long, Told> told = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> findings = new ConcurrentLinkedQueue<>();
    private final Semaphore acknowledged = new Semaphore(0);
    private volatile boolean over;

    /** The number makes the keys and claims different from those of other rounds. */
    Promises(long origin) {
        this.origin = origin;
    }

    /** A client: claims and completes key after key until the server is gone. Every fourth one stays in progress. */
    void work(JdbcStore store) {
        while (!over) {
            try {
                run(store, sequence.incrementAndGet());
            } catch (StoreException unavailable) {
                // It was killed, which is what the test is about, or slow; what was not acknowledged stays untold.
                Thread.onSpinWait();
            }
        }
    }

    private void run(JdbcStore store, long number) {
        told.put(number, Told.NOTHING);
        if (!(join(store.claim(claim(number, origin))) instanceof ClaimAnswer.Granted)) {
            findings.add("a new key was not granted: " + number);
        }
        told(number, Told.CLAIMED);
        if (number % 4 != 0) {
            complete(store, number);
        }
    }

    /** The server is gone: clients need not ask any more. */
    void end() {
        over = true;
    }

    private void complete(JdbcStore store, long number) {
        Ending ending = new Ending.Save(true, answer(number), 0);
        Finish finish = new Finish(id(number), 1, new ClaimId(origin, number), ending, RETENTION, OnDoubt.TAKE);
        if (!(join(store.finish(finish)) instanceof FinishAnswer.Applied)) {
            findings.add("an attempt could not complete: " + number);
        }
        told(number, Told.COMPLETED);
    }

    private void told(long number, Told what) {
        told.put(number, what);
        acknowledged.release();
    }

    void awaitAcknowledged(int count) throws InterruptedException {
        if (!acknowledged.tryAcquire(count, 60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the server does not acknowledge: " + acknowledged.availablePermits());
        }
    }

    /** What does not hold on this server, a sentence for each finding. */
    List<String> brokenOn(JdbcStore store) {
        List<String> broken = new ArrayList<>(findings);
        told.forEach((number, what) -> {
            Optional<KeyRecord> record = join(store.find(id(number))).map(Sighting::record);
            if (!holds(number, what, record)) {
                broken.add(number + " was " + what + " and is " + record.map(KeyRecord::state));
            }
            // A retry by somebody else. Whoever was granted before has run: a second grant is a second run.
            ClaimAnswer retry = join(store.claim(claim(number, ~origin)));
            if (retry instanceof ClaimAnswer.Granted && what != Told.NOTHING) {
                broken.add(number + " was " + what + " and runs twice");
            }
            if (what == Told.COMPLETED && !(retry instanceof ClaimAnswer.Final last && isAnswer(number, last))) {
                broken.add(number + " was completed and is not replayed");
            }
        });
        return broken;
    }

    private boolean holds(long number, Told what, Optional<KeyRecord> record) {
        if (record.isEmpty()) {
            return what == Told.NOTHING;
        }
        boolean own = record.get().isHeldBy(1, new ClaimId(origin, number));
        State state = record.get().state();
        return own && (state == State.COMPLETED || (state == State.IN_PROGRESS && what != Told.COMPLETED));
    }

    private static boolean isAnswer(long number, ClaimAnswer.Final last) {
        return last.answer().saved().equals(answer(number));
    }

    String summary() {
        return told.size() + " keys: " + count(Told.COMPLETED) + " completions and " + count(Told.CLAIMED)
                + " open claims acknowledged, " + count(Told.NOTHING) + " unanswered";
    }

    private long count(Told what) {
        return told.values().stream().filter(what::equals).count();
    }

    private static Saved answer(long number) {
        return Saved.of("text/plain", ("answer " + number + "\u0000\u00ff").getBytes(StandardCharsets.ISO_8859_1));
    }

    private RecordId id(long number) {
        return new RecordId(
                new Tenant("acme"), "orders.place", new IdempotencyKey("failover-" + origin + "-" + number));
    }

    private Claim claim(long number, long claimOrigin) {
        return new Claim(
                id(number),
                Fingerprint.of("an order"),
                new ClaimId(claimOrigin, number),
                LEASE,
                LEASE,
                RETENTION,
                OnDoubt.TAKE,
                0,
                null);
    }

    private static <T> T join(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException cause ? cause : e;
        }
    }
}
