// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Completion;
import dev.semel.Outcome;
import dev.semel.state.State;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One handler's run in a transaction: what it gave or threw, and what that says about the work (R22). */
final class TransactedRun implements Transacting.Work {

    private final HttpPolicy policy;
    private final Answers answers;
    private final AnswerBody body;
    private final AnswerBody.Handling handler;
    private final Downstream downstream;
    private @Nullable Failure failure;
    private @Nullable HttpAnswer tooLarge;

    TransactedRun(
            HttpPolicy policy, Answers answers, AnswerBody body, AnswerBody.Handling handler, Downstream downstream) {
        this.policy = policy;
        this.answers = answers;
        this.body = body;
        this.handler = handler;
        this.downstream = downstream;
    }

    @Override
    public Outcome run(Transacting.Readiness transaction) {
        try {
            Outcome outcome = of(handler.answer());
            if (outcome instanceof Outcome.Completed) {
                transaction.check();
            }
            return downstream.known(outcome);
        } catch (Throwable e) {
            return failed(e, false);
        }
    }

    /** The same when nothing but the commit has failed: a constraint that the database checks only then, say. */
    @Override
    public Outcome rolledBack(Throwable e) {
        return failed(e, true);
    }

    private Outcome failed(Throwable e, boolean perhapsCommitted) {
        Failures.Ending ending = Failures.ofRolledBack(e, policy, answers.watch());
        // What a handler had done when it threw is not committed, whatever its failure is answered with.
        Outcome outcome = downstream.known(
                ending.outcome() instanceof Outcome.Completed completed
                        ? Outcome.failed(completed.answer())
                        : ending.outcome());
        failure = new Failure(e, ending.answer(), outcome, perhapsCommitted);
        return outcome;
    }

    private Outcome of(HttpAnswer own) {
        if (body.isTooLarge()) {
            tooLarge = answers.of(Problems.notKept(Optional.of(Integer.toString(body.status()))));
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
        Failure known = failure;
        if (known != null && !known.isRefutedBy(completion)) {
            return new Sending.Instead(known.answer());
        }
        return tooLarge == null ? new Sending.Own() : new Sending.Instead(tooLarge);
    }

    /**
     * Why there is no commit, or why nobody knows whether there is one.
     *
     * @param thrown what was thrown
     * @param ruled the answer that a rule makes of it
     * @param outcome what becomes of the record
     * @param perhapsCommitted whether it came when there was nothing left to do but the commit
     */
    private record Failure(Throwable thrown, Optional<HttpAnswer> ruled, Outcome outcome, boolean perhapsCommitted) {

        /** Whoever runs transactions throws where it is none that is saved; so a commit that has happened is known by that, too. */
        boolean isRefutedBy(Completion completion) {
            return perhapsCommitted && (!(outcome instanceof Outcome.Failed) || isSuccess(completion));
        }

        private static boolean isSuccess(Completion completion) {
            return completion instanceof Completion.Recorded recorded
                    && recorded.sighting().record().state() == State.COMPLETED;
        }

        HttpAnswer answer() throws Exception {
            if (ruled.isPresent()) {
                return ruled.get();
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (Exception) thrown;
        }
    }
}
