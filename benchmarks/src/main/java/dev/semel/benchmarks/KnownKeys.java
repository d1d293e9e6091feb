// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.Admission;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.key.KeyProblem;
import dev.semel.key.KeyRules;
import dev.semel.memory.MemoryStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a retry costs: replayed, refused while the first attempt runs, refused for another payload; and the key rules. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class KnownKeys {

    private static final int KEYS = 4_096;
    private static final Operation OPERATION =
            Operation.payments("charges.create").build();
    private static final Tenant TENANT = new Tenant("acct_1");
    private static final Fingerprint FINGERPRINT = Fingerprint.of("POST", "/charges");
    private static final Fingerprint OTHER = Fingerprint.of("POST", "/refunds");

    private final Idempotency engine = Idempotency.builder(MemoryStore.create())
            .developmentMode()
            .drainTime(Duration.ZERO)
            .withoutLog()
            .build();
    private final String[] finished = Keys.uuids(KEYS);
    private final String[] running = Keys.uuids(KEYS);

    /** Each thread walks through the keys on its own. */
    @State(Scope.Thread)
    public static class Walk {
        private int step;

        String next(String[] keys) {
            return keys[step++ & (KEYS - 1)];
        }
    }

    @Setup
    public void fill() {
        for (String key : finished) {
            run(key).ticket()
                    .complete(Saved.of("application/json", new byte[1024]))
                    .toCompletableFuture()
                    .join();
        }
        for (String key : running) {
            run(key);
        }
    }

    private Admission.Run run(String key) {
        return (Admission.Run) engine.admit(intent(key, FINGERPRINT));
    }

    private static Intent intent(String key, Fingerprint fingerprint) {
        return new Intent(OPERATION, TENANT, new IdempotencyKey(key), fingerprint);
    }

    @TearDown
    public void close() {
        engine.close();
    }

    @Benchmark
    public Admission.Replay replay(Walk walk) {
        return (Admission.Replay) engine.admit(intent(walk.next(finished), FINGERPRINT));
    }

    @Benchmark
    public Admission.Conflict conflict(Walk walk) {
        return (Admission.Conflict) engine.admit(intent(walk.next(running), FINGERPRINT));
    }

    @Benchmark
    public Admission.Mismatch mismatch(Walk walk) {
        return (Admission.Mismatch) engine.admit(intent(walk.next(finished), OTHER));
    }

    @Benchmark
    public Optional<KeyProblem> keyRules(Walk walk) {
        return KeyRules.STANDARD.check(walk.next(finished));
    }
}
