// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The whole life of a new key with an answer of 1 KiB, beside the least that any in-memory implementation must do: put the
 * record if it is absent, and replace it by the completed one.
 * Every iteration is one batch of new keys in an empty store: what is kept from earlier ones would be measured too.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 200)
@Measurement(iterations = 100)
public class NewKeys {

    /** How many keys each thread uses in an iteration. */
    private static final int BATCH = 2_000;

    private static final int MOST_THREADS = 64;
    private static final int KEYS = BATCH * MOST_THREADS;

    private static final Operation OPERATION =
            Operation.payments("charges.create").build();
    private static final Tenant TENANT = new Tenant("acct_1");
    private static final Fingerprint FINGERPRINT = Fingerprint.of("POST", "/charges");

    private final byte[] body = new byte[1024];
    private final AtomicInteger used = new AtomicInteger();
    private final String[] keys = Keys.uuids(KEYS);
    private ConcurrentHashMap<RecordId, KeyRecord> map = new ConcurrentHashMap<>();
    private Idempotency engine = open();

    /** Empty stores for every iteration, so that all keys are new again. */
    @Setup(Level.Iteration)
    public void empty() {
        used.set(0);
        map = new ConcurrentHashMap<>();
        engine = open();
    }

    @TearDown(Level.Iteration)
    public void close() {
        engine.close();
    }

    private static Idempotency open() {
        return Idempotency.builder(MemoryStore.holding(2 * KEYS))
                .developmentMode()
                .build();
    }

    /** Admit, run, complete: what a request costs. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void engine(Blackhole sink) {
        for (int i = 0; i < BATCH; i++) {
            sink.consume(admitAndComplete());
        }
    }

    private Completion admitAndComplete() {
        Intent intent = new Intent(OPERATION, TENANT, new IdempotencyKey(nextKey()), FINGERPRINT);
        if (!(engine.admit(intent) instanceof Admission.Run run)) {
            throw new IllegalStateException("a new key must run");
        }
        Saved answer = Saved.of("application/json", body);
        return run.ticket().complete(answer).toCompletableFuture().join();
    }

    /** The floor: the same two records, put and replaced. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void putIfAbsentAndReplace(Blackhole sink) {
        for (int i = 0; i < BATCH; i++) {
            sink.consume(putAndReplace());
        }
    }

    private boolean putAndReplace() {
        RecordId id = new RecordId(TENANT, OPERATION.name(), new IdempotencyKey(nextKey()));
        Instant now = Instant.EPOCH;
        KeyRecord claimed = record(id, dev.semel.state.State.IN_PROGRESS, null, now);
        if (map.putIfAbsent(id, claimed) != null) {
            throw new IllegalStateException("a new key must be absent");
        }
        Answer answer = new Answer(true, Saved.of("application/json", body), 0, 1, now);
        return map.replace(id, claimed, record(id, dev.semel.state.State.COMPLETED, answer, now));
    }

    private static KeyRecord record(RecordId id, dev.semel.state.State state, @Nullable Answer answer, Instant now) {
        return new KeyRecord(
                id, state, FINGERPRINT, 1, new ClaimId(1, 1), Reason.FIRST, answer, now, now, now, History.NONE);
    }

    private String nextKey() {
        return keys[used.getAndIncrement()];
    }
}
