// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimAnswer.Granted;
import dev.semel.state.Decision;
import dev.semel.state.History;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import dev.semel.state.Transitions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Wrong: only the first attempt after an operator's "nobody knows, run it again" is told so. When that attempt is
 * released (a 429, say), the next one begins as if all before it were known to have done nothing.
 *
 * <p>Harm: a handler that looks downstream before it pays, when its reason is SETTLED_RERUN, sees RELEASED and pays
 * without looking. The doubt is as old as before; only the memory of it is gone (R11, R16).
 */
public final class ForgottenDoubtStore extends PlainStore {

    public ForgottenDoubtStore(InstantSource clock) {
        super(clock);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return done(decide(claim.id(), (record, now) -> {
            Decision<ClaimAnswer> decision = Transitions.onClaim(record, claim, now);
            KeyRecord write = decision.write();
            return write != null && record != null && releasedAfterRerun(record, now)
                    ? forgotten(write, now)
                    : decision;
        }));
    }

    private static boolean releasedAfterRerun(@Nullable KeyRecord record, Instant now) {
        if (record == null) {
            return false;
        }
        List<HistoryLine> lines = record.history().lines();
        return !record.expiredAt(now)
                && record.state() == State.RELEASED
                && record.reason() == Reason.SETTLED_RERUN
                && lines.get(lines.size() - 1).who().isEmpty();
    }

    private static Decision<ClaimAnswer> forgotten(KeyRecord write, Instant now) {
        List<HistoryLine> lines = new ArrayList<>(write.history().lines());
        lines.set(lines.size() - 1, HistoryLine.began(write.attempt(), Reason.RELEASED, now));
        KeyRecord record = new KeyRecord(
                write.id(),
                write.state(),
                write.fingerprint(),
                write.attempt(),
                write.claimId(),
                Reason.RELEASED,
                write.answer(),
                write.createdAt(),
                write.leaseUntil(),
                write.expiresAt(),
                new History(lines));
        return new Decision<>(new Granted(new Sighting(record, now)), record);
    }
}
