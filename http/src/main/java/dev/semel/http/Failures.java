// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Outcome;
import dev.semel.OutcomeClassifier;
import java.util.Objects;
import java.util.Optional;

/** What a handler's exception becomes: first by the policy's rules, then by the operation's classifier (R15). */
final class Failures {

    private Failures() {}

    /**
     * How a failed run ends.
     *
     * @param outcome what becomes of the record
     * @param answer what the client gets; empty where the failure takes its usual way
     */
    record Ending(Outcome outcome, Optional<HttpAnswer> answer) {}

    static Ending of(Throwable failure, HttpPolicy policy, SteadyWatch watch) {
        try {
            Optional<OutcomeRules.Exceptional> rule = policy.outcomes().of(failure);
            return rule.isPresent() ? byRule(rule.get(), failure, policy, watch) : byClassifier(failure, policy);
        } catch (Throwable e) {
            // A rule that fails itself knows nothing, and must not leave a zombie behind (T16).
            if (e != failure) {
                failure.addSuppressed(e);
            }
            return new Ending(Outcome.inDoubt(), Optional.empty());
        }
    }

    /** What an exception becomes whose work was rolled back: nothing happened, unless somebody says otherwise of it (R22). */
    static Ending ofRolledBack(Throwable failure, HttpPolicy policy, SteadyWatch watch) {
        boolean judged = policy.outcomes().of(failure).isPresent()
                || policy.operation().classifier() != OutcomeClassifier.ALL_IN_DOUBT;
        return judged ? of(failure, policy, watch) : new Ending(Outcome.released(), Optional.empty());
    }

    private static Ending byRule(
            OutcomeRules.Exceptional rule, Throwable failure, HttpPolicy policy, SteadyWatch watch) {
        if (rule.answer().isPresent()) {
            HttpAnswer answer =
                    Objects.requireNonNull(rule.answer().get().apply(failure), "a rule must give an answer");
            return new Ending(Snapshots.saved(watch.marked(answer), policy), Optional.of(answer));
        }
        boolean release = rule.verdict() == Verdict.RELEASE;
        return new Ending(release ? Outcome.released() : Outcome.inDoubt(), Optional.empty());
    }

    private static Ending byClassifier(Throwable failure, HttpPolicy policy) {
        Outcome outcome = Objects.requireNonNull(policy.operation().classifier().classify(failure));
        if (outcome instanceof Outcome.Failed failed) {
            return new Ending(outcome, Replays.of(false, failed.answer()));
        }
        return outcome instanceof Outcome.Completed completed
                ? new Ending(outcome, Replays.of(true, completed.answer()))
                : new Ending(outcome, Optional.empty());
    }
}
