// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Calls of a store, for tests that look at the file and not at the transitions. */
final class SqliteCalls {

    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration RETENTION = Duration.ofHours(24);
    static final Fingerprint PAYLOAD = Fingerprint.of("POST", "/charges");

    private SqliteCalls() {}

    static RecordId id(String key) {
        return new RecordId(new Tenant("merchant-1"), "charges.create", new IdempotencyKey(key));
    }

    static ClaimId claimId() {
        return new ClaimId(
                ThreadLocalRandom.current().nextLong(),
                ThreadLocalRandom.current().nextLong());
    }

    /** A claim of its own each time. */
    static Claim claim(String key) {
        return new Claim(id(key), PAYLOAD, claimId(), LEASE, Duration.ofMinutes(5), RETENTION, OnDoubt.TAKE, 0, null);
    }

    /** A claim with a lease of this length. */
    static Claim claim(String key, Duration lease) {
        return new Claim(id(key), PAYLOAD, claimId(), lease, lease, RETENTION, OnDoubt.TAKE, 0, null);
    }

    static Finish completion(Claim claim, int attempt, byte[] body) {
        Saved saved = Saved.of("application/json", body);
        return new Finish(
                claim.id(), attempt, claim.claimId(), new Ending.Save(true, saved, 0), RETENTION, OnDoubt.TAKE);
    }

    /** The answer that belongs to a key. */
    static byte[] body(String key) {
        return ("{\"charged\":\"" + key + "\"}").getBytes(StandardCharsets.UTF_8);
    }

    /** Claims and completes a new key. */
    static void runs(IdempotencyStore store, String key) {
        runs(store, key, body(key));
    }

    static void runs(IdempotencyStore store, String key, byte[] body) {
        Claim claim = claim(key);
        ClaimAnswer granted = answer(store.claim(claim));
        if (!(granted instanceof ClaimAnswer.Granted)) {
            throw new AssertionError("a new key was not granted but " + granted.getClass());
        }
        FinishAnswer ended = answer(store.finish(completion(claim, 1, body)));
        if (!(ended instanceof FinishAnswer.Applied)) {
            throw new AssertionError("a completion was not applied but " + ended.getClass());
        }
    }

    static ClaimAnswer claims(IdempotencyStore store, String key) {
        return answer(store.claim(claim(key)));
    }

    static Optional<Sighting> finds(IdempotencyStore store, String key) {
        return answer(store.find(id(key)));
    }

    /** What a stage brings; what made it fail is thrown as it is. */
    static <T> T answer(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().orTimeout(1, TimeUnit.MINUTES).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
