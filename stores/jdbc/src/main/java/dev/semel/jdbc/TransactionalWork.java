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
}
