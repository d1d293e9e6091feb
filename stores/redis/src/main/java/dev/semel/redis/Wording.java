// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import dev.semel.state.Transitions;
import java.util.Optional;

/**
 * Words the answer of a command that a script has decided: what it wrote, or, from what it saw at that moment, why it
 * wrote nothing. It decides nothing.
 */
final class Wording {

    private Wording() {}

    static ClaimAnswer claim(Claim claim, Reply reply) {
        Optional<Sighting> seen = reply.sighting(claim.id());
        if (seen.isEmpty()) {
            // Only an old key leaves a claim without a record.
            return new ClaimAnswer.KeyTooOld();
        }
        return reply.isWritten()
                ? new ClaimAnswer.Granted(seen.get())
                : unwritten(Transitions.onClaim(seen.get().record(), claim, reply.at()));
    }

    static FinishAnswer finish(Finish finish, Reply reply) {
        if (!reply.isWritten()) {
            return unwritten(Transitions.onFinish(recordIn(reply.sighting(finish.id())), finish, reply.at()));
        }
        if (finish.ending() instanceof Ending.Save save) {
            Answer own = new Answer(save.success(), save.saved(), save.schemaVersion(), finish.attempt(), reply.at());
            return new FinishAnswer.Applied(reply.sighting(finish.id(), own));
        }
        return new FinishAnswer.Applied(reply.sighting(finish.id(), null));
    }

    static SettleAnswer settle(Settle settle, Reply reply) {
        return reply.isWritten()
                ? new SettleAnswer.Settled(reply.sighting(settle.id(), null))
                : unwritten(Transitions.onSettle(recordIn(reply.sighting(settle.id())), settle, reply.at()));
    }

    @SuppressWarnings("NullAway") // Transitions take null for a record that is not there.
    private static KeyRecord recordIn(Optional<Sighting> seen) {
        return seen.map(Sighting::record).orElse(null);
    }

    private static <A> A unwritten(Decision<A> decision) {
        if (decision.write() != null) {
            throw new IllegalStateException("a script wrote nothing where the state machine would have written");
        }
        return decision.answer();
    }
}
