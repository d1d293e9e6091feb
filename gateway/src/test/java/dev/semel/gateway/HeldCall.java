// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.console.Catalogue;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The call of a method that ended in doubt and is held, as an application leaves it in its store. */
final class HeldCall {

    static final String OPERATION = "invoices.send";

    static final String KEY = "key-of-an-invoice-0001";

    private static final RecordId ID = new RecordId(new Tenant("acct_1"), OPERATION, new IdempotencyKey(KEY));
    private static final Duration DAY = Duration.ofDays(1);

    private final IdempotencyStore store;

    HeldCall(IdempotencyStore store) {
        this.store = store;
        Claim first = claim(1);
        store.claim(first).toCompletableFuture().join();
        store.finish(new Finish(ID, 1, first.claimId(), new Ending.Doubt(), DAY, OnDoubt.HOLD))
                .toCompletableFuture()
                .join();
    }

    static Catalogue catalogue() {
        return Catalogue.of(List.of(
                        Operation.named(OPERATION).inDoubt(InDoubt.hold()).build()))
                .withCalls(Set.of(OPERATION));
    }

    private static Claim claim(int number) {
        return new Claim(
                ID,
                Fingerprint.of("x"),
                new ClaimId(1, number),
                Duration.ofSeconds(30),
                DAY,
                DAY,
                OnDoubt.HOLD,
                0,
                null);
    }

    /** What the next call of the same method finds saved: its type, a blank, and its text. */
    String nextCall() {
        ClaimAnswer answer = store.claim(claim(2)).toCompletableFuture().join();
        if (!(answer instanceof ClaimAnswer.Final found)) {
            return answer.getClass().getSimpleName();
        }
        Saved saved = found.sighting().standingAnswer().map(Answer::saved).orElseThrow();
        return saved.contentType() + " " + new String(saved.toBytes(), StandardCharsets.UTF_8);
    }
}
