// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Completion;
import dev.semel.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One handler's run in a transaction: what it gave or threw, and what that says about the work (R22). */
final class TransactedRun {

    private final HttpPolicy policy;
    private final Answers answers;
    private final AnswerBody body;
    private final AnswerBody.Handling handler;
    private @Nullable Throwable failure;
    private @Nullable HttpAnswer instead;

    TransactedRun(HttpPolicy policy, Answers answers, AnswerBody body, AnswerBody.Handling handler) {
        this.policy = policy;
        this.answers = answers;
        this.body = body;
        this.handler = handler;
    }

    Outcome outcome(Transacting.Readiness transaction) {
        try {
            Outcome outcome = of(handler.answer());
            if (outcome instanceof Outcome.Completed) {
                transaction.check();
            }
            return outcome;
        } catch (Throwable e) {
            failure = e;
            Failures.Ending ending = Failures.ofRolledBack(e, policy);
            instead = ending.answer().orElse(null);
            // What a handler had done when it threw is not committed, whatever its failure is answered with.
            return ending.outcome() instanceof Outcome.Completed completed
                    ? Outcome.failed(completed.answer())
                    : ending.outcome();
        }
    }

    private Outcome of(HttpAnswer own) {
        if (body.isTooLarge()) {
            instead = answers.of(Problems.notKept(Optional.of(Integer.toString(body.status()))));
        }
        if (body.isTooLarge() || body.isHomeless()) {
            return Snapshots.notKept(body.status(), policy);
        }
        return Snapshots.outcome(answers.watch().marked(own), policy);
    }

    /** What goes to the client, now that the transaction is over; throws what the handler threw, if that goes its usual way. */
    Sending sending(Completion completion) throws Exception {
        if (completion instanceof Completion.Lost lost) {
            return new Sending.Instead(answers.of(lost.instead()));
        }
        if (instead != null) {
            return new Sending.Instead(instead);
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (Exception) failure;
        }
        return new Sending.Own();
    }
}
