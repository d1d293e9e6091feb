// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.key.KeyHash;
import dev.semel.key.KeyRules;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of an engine on a workbench: time stands still, alarms ring when told to, and the store says one thing. */
final class Bench {

    static final Intent INTENT = new Intent(
            Operation.named("charge")
                    .keyRules(KeyRules.LENIENT)
                    .inDoubt(InDoubt.rerun())
                    .inFlight(InFlight.waitUpTo(Duration.ofSeconds(5)))
                    .build(),
            Tenant.sole(),
            new IdempotencyKey("key"),
            Fingerprint.of("payload"));

    private static final Instant NOW = Instant.EPOCH;
    private static final EventHub NOBODY = new EventHub(List.of(), false, KeyHash.randomPerProcess());

    final HandTimers timers = new HandTimers();
    final FixedStore store = new FixedStore();
    final Shared shared = new Shared(
            store,
            new StoreCalls(timers, Duration.ofSeconds(1), Runnable::run, Runnable::run),
            timers,
            Runnable::run,
            Runnable::run,
            Duration.ofSeconds(1),
            NOBODY);

    static Sighting running() {
        return new Sighting(record(State.IN_PROGRESS, null), NOW);
    }

    static Sighting completed() {
        return new Sighting(
                record(State.COMPLETED, new Answer(true, Saved.of("text", new byte[] {1}), 0, 1, NOW)), NOW);
    }

    static Sighting released() {
        return new Sighting(record(State.RELEASED, null), NOW);
    }

    static KeyRecord record(State state, @Nullable Answer answer) {
        return new KeyRecord(
                INTENT.recordId(),
                state,
                INTENT.fingerprint(),
                1,
                new ClaimId(1, 1),
                Reason.FIRST,
                answer,
                NOW,
                NOW.plusSeconds(30),
                NOW.plusSeconds(3600),
                History.NONE);
    }
}
