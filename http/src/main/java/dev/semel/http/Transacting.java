// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Completion;
import dev.semel.Outcome;
import dev.semel.Ticket;

/**
 * Runs handlers in transactions of the application's, so that what they wrote and their answers are there together or not at
 * all (R22). Must be safe for use by several threads.
 */
@FunctionalInterface
public interface Transacting {

    /**
     * Runs the work in a new transaction, on the caller's thread, and ends the ticket in every case. Only {@link
     * Outcome.Completed} commits, together with the answer; every other outcome rolls back and is then recorded on its own.
     *
     * @throws Exception when the transaction could not be begun, or is known not to have been committed, unless the work says by
     *     {@link Work#rolledBack} that this is a known failure
     */
    Completion run(Ticket ticket, Work work) throws Exception;

    /** What is done in the transaction. */
    @FunctionalInterface
    interface Work {

        /** Does it, and says how it ended; throws nothing, since a failure is an outcome here. */
        Outcome run(Readiness transaction);

        /**
         * How the attempt ends when there was no commit although the work was done, or no transaction at all; it may still turn out that
         * the commit has happened. By default it is known to have done nothing. An {@link Outcome.Failed} is saved, and nothing is
         * thrown then.
         */
        default Outcome rolledBack(Throwable failure) {
            return Outcome.released();
        }
    }

    /** The transaction, as the work sees it when it has done everything. */
    @FunctionalInterface
    interface Readiness {

        /** Asked before an outcome that commits. Writes what is still to be written; throws where there can be no commit. */
        void check() throws Exception;
    }
}
