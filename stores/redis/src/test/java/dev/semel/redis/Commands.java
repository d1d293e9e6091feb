// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Renewal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Commands of a caller, for tests of what only this store has; the contract has its own. */
final class Commands {

    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration RETENTION = Duration.ofHours(24);
    static final Fingerprint FINGERPRINT = Fingerprint.of("100 EUR");

    private static final AtomicLong SEQUENCE = new AtomicLong();
    private static final int PATIENCE_SECONDS = 60;

    private Commands() {}

    static RecordId freshId() {
        return id(UUID.randomUUID().toString());
    }

    static RecordId id(String key) {
        return new RecordId(new Tenant("acme"), "charges.create", new IdempotencyKey(key));
    }

    static RecordId freshId(String tenant) {
        return new RecordId(
                new Tenant(tenant),
                "charges.create",
                new IdempotencyKey(UUID.randomUUID().toString()));
    }

    static Claim claim(RecordId id) {
        return new Claim(
                id,
                FINGERPRINT,
                new ClaimId(0xC0FFEE, SEQUENCE.incrementAndGet()),
                LEASE,
                Duration.ofMinutes(15),
                RETENTION,
                OnDoubt.TAKE,
                0,
                null);
    }

    static Claim leasing(RecordId id, Duration lease) {
        return new Claim(
                id,
                FINGERPRINT,
                new ClaimId(0xC0FFEE, SEQUENCE.incrementAndGet()),
                lease,
                lease,
                RETENTION,
                OnDoubt.TAKE,
                0,
                null);
    }

    static Finish completes(Claim claim, byte[] body) {
        Ending save = new Ending.Save(true, Saved.of("text/plain", body), 0);
        return new Finish(claim.id(), 1, claim.claimId(), save, RETENTION, OnDoubt.TAKE);
    }

    static Finish completes(Claim claim, String words) {
        return completes(claim, words.getBytes(StandardCharsets.UTF_8));
    }

    static Finish doubts(Claim claim) {
        return new Finish(claim.id(), 1, claim.claimId(), new Ending.Doubt(), RETENTION, OnDoubt.TAKE);
    }

    static Renewal renewal(Claim claim) {
        return new Renewal(claim.id(), 1, claim.claimId(), LEASE, RETENTION);
    }

    /** Claims, which must be granted, and completes. */
    static void completed(IdempotencyStore store, RecordId id, byte[] body) {
        Claim claim = claim(id);
        require(now(store.claim(claim)) instanceof ClaimAnswer.Granted);
        require(now(store.finish(completes(claim, body))) instanceof FinishAnswer.Applied);
    }

    private static void require(boolean done) {
        if (!done) {
            throw new AssertionError("the store did not do a plain thing");
        }
    }

    /** A store where the time that a call may take is not the point: a busy machine is no reason for a test to fail. */
    static RedisStore patient(String uri) {
        return RedisStore.at(uri)
                .callLimit(Duration.ofSeconds(PATIENCE_SECONDS))
                .build();
    }

    /** Opens a store whose limit is short because of an outage to come: before it, a busy machine may need more tries. */
    static RedisStore opened(RedisStoreBuilder store) {
        AtomicReference<RedisStore> opened = new AtomicReference<>();
        Eventually.holds("the store is opened", () -> {
            opened.set(store.build());
            return true;
        });
        return opened.get();
    }

    /** What a caller gets who asks until there is an answer; a store that refuses at once is asked again after a pause. */
    static <T> T answered(Supplier<CompletionStage<T>> call) {
        AtomicReference<T> answer = new AtomicReference<>();
        Eventually.holds("the store answers", () -> {
            answer.set(nowOrUnavailable(call.get()));
            return true;
        });
        return answer.get();
    }

    private static <T> T nowOrUnavailable(CompletionStage<T> call) {
        try {
            return now(call);
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreUnavailableException) {
                throw e;
            }
            throw new AssertionError("neither an answer nor unavailable", e);
        }
    }

    /** The answer, which must come. */
    static <T> T now(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
