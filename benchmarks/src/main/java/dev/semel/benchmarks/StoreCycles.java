// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.key.KeyMaker;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** New keys and replays through a store, as the engine asks for them: a claim and a completion, with answers of 1 KiB. */
final class StoreCycles {

    private static final KeyMaker KEYS = KeyMaker.uuidV7();
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration MAX = Duration.ofMinutes(15);
    private static final Duration RETENTION = Duration.ofHours(24);
    private static final Tenant TENANT = new Tenant("acme");
    private static final Fingerprint FINGERPRINT = Fingerprint.of("100 EUR");

    private final IdempotencyStore store;
    private final long origin = ThreadLocalRandom.current().nextLong();
    private final AtomicLong sequence = new AtomicLong();
    private final Ending save;

    StoreCycles(IdempotencyStore store) {
        byte[] body = new byte[1024];
        ThreadLocalRandom.current().nextBytes(body);
        this.store = store;
        this.save = new Ending.Save(true, Saved.owning("application/json", body), 0);
    }

    void newKey() {
        cycle(KEYS.next()).toCompletableFuture().join();
    }

    void newKeyAsync(Runnable done) {
        cycle(KEYS.next()).whenComplete((answer, failure) -> {
            if (failure != null) {
                throw new IllegalStateException("a cycle failed", failure);
            }
            done.run();
        });
    }

    private CompletionStage<FinishAnswer> cycle(String key) {
        Claim claim = claim(key);
        return store.claim(claim).thenCompose(answer -> {
            if (!(answer instanceof ClaimAnswer.Granted)) {
                throw new IllegalStateException("a new key was not granted");
            }
            return store.finish(new Finish(claim.id(), 1, claim.claimId(), save, RETENTION, OnDoubt.TAKE));
        });
    }

    private Claim claim(String key) {
        return new Claim(
                new RecordId(TENANT, "charges.create", new IdempotencyKey(key)),
                FINGERPRINT,
                new ClaimId(origin, sequence.incrementAndGet()),
                LEASE,
                MAX,
                RETENTION,
                OnDoubt.TAKE,
                0,
                null);
    }

    /** As the engine does it every half a minute. */
    void purge() {
        if (store instanceof Purgeable purgeable) {
            purgeable.purge(500).toCompletableFuture().join();
        }
    }

    /** So many keys that are completed. */
    List<String> known(int count) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(KEYS.next());
        }
        keys.stream()
                .map(this::cycle)
                .toList()
                .forEach(done -> done.toCompletableFuture().join());
        return keys;
    }

    /** So many keys that are completed, here and in the plain design. */
    List<String> known(PlainCycles plain, int count) throws Exception {
        List<String> keys = known(count);
        for (String key : keys) {
            plain.newKey(key);
        }
        return keys;
    }

    void replay(List<String> keys) {
        String key = keys.get(ThreadLocalRandom.current().nextInt(keys.size()));
        if (!(store.claim(claim(key)).toCompletableFuture().join() instanceof ClaimAnswer.Final)) {
            throw new IllegalStateException("a completed key was not replayed");
        }
    }

    void replayAsync(List<String> keys, Runnable done) {
        String key = keys.get(ThreadLocalRandom.current().nextInt(keys.size()));
        store.claim(claim(key)).whenComplete((answer, failure) -> {
            if (!(answer instanceof ClaimAnswer.Final)) {
                throw new IllegalStateException("a completed key was not replayed", failure);
            }
            done.run();
        });
    }
}
