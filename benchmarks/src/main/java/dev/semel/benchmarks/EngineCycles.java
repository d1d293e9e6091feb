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
import dev.semel.key.KeyMaker;
import dev.semel.spi.IdempotencyStore;

/** New keys through the whole engine, without a hand-over to another thread: a claim and an answer of 1 KiB. */
final class EngineCycles implements AutoCloseable {

    private static final KeyMaker KEYS = KeyMaker.uuidV7();
    private static final Operation OPERATION =
            Operation.payments("charges.create").build();
    private static final Tenant TENANT = new Tenant("acme");
    private static final Fingerprint FINGERPRINT = Fingerprint.of("100 EUR");

    private final Saved answer = Saved.owning("application/json", new byte[1024]);
    private final Idempotency engine;

    EngineCycles(IdempotencyStore store) {
        // Whatever completes here blocks nothing, and so needs no thread of its own.
        engine = Idempotency.builder(store).executor(Runnable::run).withoutLog().build();
    }

    void newKeyAsync(Runnable done) {
        Intent intent = new Intent(OPERATION, TENANT, new IdempotencyKey(KEYS.next()), FINGERPRINT);
        engine.admitAsync(intent)
                .whenComplete((admission, failure) -> ((Admission.Run) admission)
                        .ticket()
                        .complete(answer)
                        .whenComplete((completion, broken) -> done.run()));
    }

    @Override
    public void close() {
        engine.close();
    }
}
