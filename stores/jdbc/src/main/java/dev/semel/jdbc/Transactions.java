// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Completion;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Transactional;
import dev.semel.state.Answer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import java.io.Serial;
import java.sql.Connection;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs attempts in transactions of the application's: business rows and the saved answer commit together, or not at all
 * (R22). The claim was committed before, by itself, so that concurrent retries see it.
 *
 * <p>Safe for use by several threads.
 */
public final class Transactions {

    private final Transactional<Connection> store;
    private final TransactionRunner runner;

    private Transactions(Transactional<Connection> store, TransactionRunner runner) {
        this.store = store;
        this.runner = runner;
    }

    /** The runner's connections must lead to the database that the store's records are in. */
    public static Transactions of(Transactional<Connection> store, TransactionRunner runner) {
        return new Transactions(store, runner);
    }

    /**
     * Runs the work and ends the ticket, on the caller's thread.
     *
     * @throws Exception what the work threw, after the rollback; or why the commit failed, if it is known to have failed; unless the
     *     work says what that means ({@link TransactionalWork#rolledBack}), or another attempt has taken over
     */
    public Transacted run(Ticket ticket, TransactionalWork work) throws Exception {
        Attempt attempt = new Attempt(ticket, work);
        try {
            runner.run(attempt::in);
        } catch (RolledBack onPurpose) {
            return attempt.ended();
        } catch (Exception | Error e) {
            return attempt.failed(e);
        }
        return attempt.ended();
    }

    /** One run: what the work said, and what the store answered inside the transaction. */
    private final class Attempt {

        private final Ticket ticket;
        private final TransactionalWork work;
        private Outcome outcome = Outcome.released();
        private @Nullable FinishAnswer answer;

        Attempt(Ticket ticket, TransactionalWork work) {
            this.ticket = ticket;
            this.work = work;
        }

        void in(Connection transaction) throws Exception {
            // A runner may try again after a failed commit: what was said the time before was rolled back with it.
            answer = null;
            outcome = work.run(transaction);
            if (!(outcome instanceof Outcome.Completed)) {
                throw new RolledBack();
            }
            Optional<Finish> finish = ticket.ending(outcome);
            if (finish.isPresent()) {
                answer = store.completeWithin(transaction, finish.get());
                if (!(answer instanceof FinishAnswer.Applied)) {
                    throw new RolledBack();
                }
            }
        }

        /** Committed, or rolled back by a lost fence or because the work asked for it: the answer tells them apart. */
        Transacted ended() {
            return new Transacted(outcome, join(answer == null ? ticket.end(outcome) : ticket.ended(looked(answer))));
        }

        /** Who lost the fence learned it in a transaction that is over; what the winner left is looked for outside of it. */
        private FinishAnswer looked(FinishAnswer within) {
            Optional<Finish> finish = within instanceof FinishAnswer.Fenced ? ticket.ending(outcome) : Optional.empty();
            if (finish.isEmpty() || !(store instanceof IdempotencyStore records)) {
                return within;
            }
            try {
                return new FinishAnswer.Fenced(
                        join(records.find(finish.get().id())).orElse(null));
            } catch (CompletionException e) {
                return within;
            }
        }

        /**
         * Before the answer was written the transaction is gone for certain. Afterwards only the commit can have failed,
         * and nobody told us how it ended; the row's lock did not outlive the transaction, so whoever writes next knows:
         * an ending that is applied proves the rollback, and one that comes too late finds the answer.
         */
        Transacted failed(Throwable failure) throws Exception {
            Outcome ending = work.rolledBack(failure);
            Completion completion = join(ticket.end(ending));
            if (completion instanceof Completion.Lost || (answer != null && isCommitted(completion))) {
                return new Transacted(outcome, completion);
            }
            if (ending instanceof Outcome.Failed) {
                return new Transacted(ending, completion);
            }
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }

        /** Only a transaction saves a success: what is saved on its own is a failure, and an older answer is another attempt's. */
        private boolean isCommitted(Completion completion) {
            Answer saved = completion instanceof Completion.Recorded recorded
                    ? recorded.sighting().record().answer()
                    : null;
            return saved != null && saved.success() && saved.attempt() == ticket.attempt();
        }
    }

    /** Safe: an ending is answered within the operation's completion wait, and a look within the store's limit. */
    private static <T> T join(CompletionStage<T> answer) {
        return answer.toCompletableFuture().join();
    }

    /** Makes the runner roll back; not a failure. */
    private static final class RolledBack extends Exception {

        @Serial
        private static final long serialVersionUID = 1;

        RolledBack() {
            super("rolled back on purpose", null, false, false);
        }
    }
}
