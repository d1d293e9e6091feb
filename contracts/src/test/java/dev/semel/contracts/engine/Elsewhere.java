// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.Intent;
import dev.semel.Saved;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Another process that uses the same store: it claims and ends, and never renews, as if it had crashed. */
final class Elsewhere {

    private static final AtomicLong SEQUENCE = new AtomicLong();

    private final IdempotencyStore store;

    Elsewhere(IdempotencyStore store) {
        this.store = store;
    }

    /** Claims the intent, which must be granted, for a lease of 30 seconds. */
    KeyRecord claims(Intent intent) {
        ClaimAnswer answer = Now.of(store.claim(claim(intent)));
        return Expect.a(ClaimAnswer.Granted.class, answer).sighting().record();
    }

    static Claim claim(Intent intent) {
        return new Claim(
                intent.recordId(),
                intent.fingerprint(),
                new ClaimId(0xE15E, SEQUENCE.incrementAndGet()),
                Duration.ofSeconds(30),
                Duration.ofMinutes(15),
                intent.operation().retention(),
                OnDoubt.TAKE,
                0,
                null);
    }

    void completes(KeyRecord record, Saved answer) {
        completes(record, answer, 0);
    }

    void completes(KeyRecord record, Saved answer, int version) {
        ends(record, new Ending.Save(true, answer, version));
    }

    void fails(KeyRecord record, Saved answer) {
        ends(record, new Ending.Save(false, answer, 0));
    }

    void releases(KeyRecord record) {
        ends(record, new Ending.Release(false));
    }

    void doubts(KeyRecord record) {
        ends(record, new Ending.Doubt());
    }

    private void ends(KeyRecord record, Ending ending) {
        Finish finish =
                new Finish(record.id(), record.attempt(), record.claimId(), ending, Duration.ofHours(24), OnDoubt.TAKE);
        Expect.a(FinishAnswer.Applied.class, Now.of(store.finish(finish)));
    }
}
