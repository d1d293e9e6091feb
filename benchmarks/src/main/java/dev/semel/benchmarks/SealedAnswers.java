// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.seal.KeyRing;
import dev.semel.seal.SealedStore;
import dev.semel.seal.SealingKey;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What encryption at rest costs, in a store that costs next to nothing: a replay, and a claim with its completion. The warm-up is
 * long: before the JIT compiler has seen a few thousand of them, a megabyte takes thirty times as long.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 12, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SealedAnswers {

    private static final Duration LEASE = Duration.ofMinutes(5);

    /** Longer than a record is kept, so that the next cycle finds its key new, and the memory does not fill up. */
    private static final Duration FORGOTTEN = Duration.ofHours(1);

    @Param({"1024", "1048576"})
    int size;

    @Param({"plain", "sealed"})
    String kind = "plain";

    private Instant now = Instant.EPOCH;
    private IdempotencyStore replaying = MemoryStore.create();
    private IdempotencyStore completing = MemoryStore.on(() -> now);
    private Saved answer = Saved.of("", new byte[0]);
    private final RecordId id = new RecordId(Tenant.sole(), "charges.create", new IdempotencyKey("key"));
    private long sequence;

    /** Makes the store and one answer in it. */
    @Setup
    public void setUp() {
        byte[] body = new byte[size];
        new Random(size).nextBytes(body);
        answer = Saved.owning("application/json", body);
        if (kind.equals("sealed")) {
            byte[] secret = new byte[32];
            new Random(1).nextBytes(secret);
            KeyRing keys = KeyRing.of(SealingKey.of("2026-11", secret));
            replaying = SealedStore.over(replaying, keys);
            completing = SealedStore.over(completing, keys);
        }
        complete(replaying);
    }

    /** A retry gets its answer. */
    @Benchmark
    public ClaimAnswer replay() {
        return said(replaying.claim(claim()));
    }

    /** A key is claimed and completed. */
    @Benchmark
    public FinishAnswer cycle() {
        now = now.plus(FORGOTTEN);
        return complete(completing);
    }

    private FinishAnswer complete(IdempotencyStore store) {
        Claim claim = claim();
        said(store.claim(claim));
        Ending save = new Ending.Save(true, answer, 0);
        return said(store.finish(new Finish(id, 1, claim.claimId(), save, LEASE, OnDoubt.TAKE)));
    }

    private Claim claim() {
        return new Claim(
                id, Fingerprint.of("payload"), new ClaimId(1, ++sequence), LEASE, LEASE, LEASE, OnDoubt.TAKE, 0, null);
    }

    private static <T> T said(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
