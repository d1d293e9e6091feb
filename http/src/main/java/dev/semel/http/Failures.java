// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Outcome;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What a handler's exception becomes. */
final class Failures {

    private Failures() {}

    static CompletionStage<Sending> end(Exchange exchange, HttpPolicy policy, Throwable failure) {
        Optional<OutcomeRules.Exceptional> rule = policy.outcomes().of(failure);
        if (rule.isPresent() && rule.get().verdict() == Verdict.RELEASE) {
            return exchange.released();
        }
        return exchange.end(Outcome.inDoubt());
    }
}
