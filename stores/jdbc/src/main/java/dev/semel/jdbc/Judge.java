// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import dev.semel.state.Transitions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Words the answer to a command that wrote nothing, from what the database saw at that moment. It decides nothing: a
 * command that could have written, and did not, lost a race or met a locked row, and is sent again.
 */
final class Judge {

    private Judge() {}

    static Reply<ClaimAnswer> unwritten(Claim claim, @Nullable Sighting seen, Instant at) {
        Decision<ClaimAnswer> decision = Transitions.onClaim(recordOf(seen), claim, at);
        if (decision.write() == null) {
            return new Reply.Answered<>(decision.answer());
        }
        if (seen == null || seen.record().claimId().equals(claim.claimId())) {
            // A claim never conflicts with itself (T24).
            return new Reply.Again<>(null);
        }
        // A row that stays locked is being completed at this very moment: its attempt is as alive as can be.
        return new Reply.Again<>(new ClaimAnswer.InProgress(seen));
    }

    static Reply<FinishAnswer> unwritten(Finish finish, @Nullable Sighting seen, Instant at) {
        return reply(Transitions.onFinish(recordOf(seen), finish, at));
    }

    static Reply<SettleAnswer> unwritten(Settle settle, @Nullable Sighting seen, Instant at) {
        return reply(Transitions.onSettle(recordOf(seen), settle, at));
    }

    /** A locked row is no reason to wait: the keeper renews again long before the lease ends. */
    static Reply<RenewAnswer> unwritten(Renewal renewal, @Nullable Sighting seen, Instant at) {
        Decision<RenewAnswer> decision = Transitions.onRenew(recordOf(seen), renewal, at);
        return new Reply.Answered<>(decision.write() == null ? decision.answer() : RenewAnswer.UNKNOWN);
    }

    static Reply<Boolean> unwritten(Abandon abandon, @Nullable Sighting seen, Instant at) {
        return reply(Transitions.onAbandon(recordOf(seen), abandon, at));
    }

    private static <A> Reply<A> reply(Decision<A> decision) {
        return decision.write() == null ? new Reply.Answered<>(decision.answer()) : new Reply.Again<>(null);
    }

    private static @Nullable KeyRecord recordOf(@Nullable Sighting seen) {
        return seen == null ? null : seen.record();
    }
}
