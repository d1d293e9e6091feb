// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.Admission;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.key.KeyMaker;
import dev.semel.redis.RedisStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** How long a waiting retry takes from the winner's completion to its replay, in the same process and in another one. */
final class RedisWaiters implements AutoCloseable {

    private static final KeyMaker KEYS = KeyMaker.uuidV7();
    private static final Operation WAITING = Operation.payments("charges.create")
            .inFlight(InFlight.waitUpTo(Duration.ofSeconds(10)))
            .build();
    private static final int WARM_UP = 10;

    private final RedisStore here;
    private final RedisStore there;
    private final Idempotency winners;
    private final Idempotency others;

    RedisWaiters(String uri) {
        here = RedisStore.at(uri).build();
        there = RedisStore.at(uri).build();
        winners = Idempotency.builder(here).withoutLog().build();
        others = Idempotency.builder(there).withoutLog().build();
    }

    /** Milliseconds that all but the slowest of a hundred took, where the winner's own process waits. */
    double here(int rounds) throws InterruptedException {
        return slowest(winners, rounds);
    }

    /** The same where another process waits: an engine and connections of its own. */
    double there(int rounds) throws InterruptedException {
        return slowest(others, rounds);
    }

    private double slowest(Idempotency waiters, int rounds) throws InterruptedException {
        double[] millis = new double[rounds];
        for (int i = -WARM_UP; i < rounds; i++) {
            double took = waited(waiters);
            if (i >= 0) {
                millis[i] = took;
            }
        }
        Arrays.sort(millis);
        return millis[(int) Math.ceil(rounds * 0.99) - 1];
    }

    private double waited(Idempotency waiters) throws InterruptedException {
        Intent intent =
                new Intent(WAITING, new Tenant("acme"), new IdempotencyKey(KEYS.next()), Fingerprint.of("100 EUR"));
        Admission.Run run = (Admission.Run) winners.admit(intent);
        CompletableFuture<Long> replayed = waiters.admitAsync(intent)
                .thenApply(answer -> answer instanceof Admission.Replay ? System.nanoTime() : 0L)
                .toCompletableFuture();
        // Long enough that its own looks have become rare.
        TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(100, 200));
        CompletableFuture<Long> completed = run.ticket()
                .complete(Saved.owning("application/json", new byte[1024]))
                .thenApply(done -> System.nanoTime())
                .toCompletableFuture();
        if (replayed.join() == 0) {
            throw new IllegalStateException("a waiter got no replay");
        }
        return Math.max(0, replayed.join() - completed.join()) / 1e6;
    }

    @Override
    public void close() {
        winners.close();
        others.close();
        here.close();
        there.close();
    }
}
