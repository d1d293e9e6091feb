// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.KeyRecord;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.Transitions;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Invariant 5: every decision is the one that the state machine makes at that instant of the store's clock. */
final class OracleRule implements Rule {

    @Override
    public void check(Step step, Life life, Verdict verdict) {
        Decision<?> expected = decide(step.command(), step.before(), step.at());
        if (expected != null) {
            verdict.unless(expected.answer().equals(step.answer()), "invariant 5: another answer than the machine's");
            verdict.unless(
                    expected.after(step.before()).equals(Optional.ofNullable(step.after())),
                    "invariant 5: another effect than the machine's");
        }
    }

    private static @Nullable Decision<?> decide(Object command, @Nullable KeyRecord before, Instant now) {
        if (command instanceof Claim claim) {
            return Transitions.onClaim(before, claim, now);
        }
        if (command instanceof Finish finish) {
            return Transitions.onFinish(before, finish, now);
        }
        if (command instanceof Renewal renewal) {
            return Transitions.onRenew(before, renewal, now);
        }
        if (command instanceof Abandon abandon) {
            return Transitions.onAbandon(before, abandon, now);
        }
        return command instanceof Settle settle ? Transitions.onSettle(before, settle, now) : null;
    }
}
