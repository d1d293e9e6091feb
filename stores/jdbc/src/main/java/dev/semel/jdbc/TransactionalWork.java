// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Outcome;
import java.sql.Connection;

/** The application's work for an attempt, with the transaction that its answer will be saved in. */
@FunctionalInterface
public interface TransactionalWork {

    /**
     * Does the work. {@link Outcome#completed} commits it together with the answer. Every other outcome rolls it back and
     * is then recorded on its own: a known failure is saved, a release or a doubt ends the attempt so. An exception rolls
     * back too and frees the key, since nothing happened.
     */
    Outcome run(Connection transaction) throws Exception;

    /**
     * How the attempt ends when it was rolled back because of this failure: its own, or that of a commit, of which it may still turn out
     * that it has happened. By default it is known to have done nothing; say otherwise where it may have asked somebody whom no
     * rollback reaches. An {@link Outcome.Failed} is saved, and is then what the attempt ended with; after every other outcome the
     * failure is thrown.
     */
    default Outcome rolledBack(Throwable failure) {
        return Outcome.released();
    }
}
