// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.state.Decision;
import dev.semel.state.History;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.SettleAnswer.Settled;
import dev.semel.state.Sighting;
import dev.semel.state.Transitions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Wrong: who settled and why are two columns of the record, not part of each line of its history. They survive
 * takeovers, but a second settlement of the same key puts its own name and reason on the first one's line too.
 *
 * <p>Harm: the audit trail lies. Anna let the payout run again "after a call with the bank"; two hours later Bernd
 * settled the next attempt, and now the record says that Bernd did both, for Bernd's reason (R3, R16).
 */
public final class LastSettlerStore extends PlainStore {

    public LastSettlerStore(InstantSource clock) {
        super(clock);
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        return done(decide(settle.id(), (record, now) -> settled(record, settle, now)));
    }

    private static Decision<SettleAnswer> settled(@Nullable KeyRecord record, Settle settle, Instant now) {
        Decision<SettleAnswer> decision = Transitions.onSettle(record, settle, now);
        KeyRecord write = decision.write();
        if (write == null) {
            return decision;
        }
        KeyRecord signed = new KeyRecord(
                write.id(),
                write.state(),
                write.fingerprint(),
                write.attempt(),
                write.claimId(),
                write.reason(),
                write.answer(),
                write.createdAt(),
                write.leaseUntil(),
                write.expiresAt(),
                signed(write.history(), settle));
        return new Decision<>(new Settled(new Sighting(signed, now)), signed);
    }

    private static History signed(History history, Settle settle) {
        return new History(history.lines().stream()
                .map(line -> line.who().isEmpty()
                        ? line
                        : new HistoryLine(line.attempt(), line.reason(), line.at(), settle.who(), settle.why()))
                .toList());
    }
}
