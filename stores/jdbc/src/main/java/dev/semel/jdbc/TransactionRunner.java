// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.Connection;
import javax.sql.DataSource;

/**
 * How the application runs a transaction: plain JDBC by {@link #over}, or Spring's template with the connection that it
 * bound to the thread. Implementations are safe for use by several threads.
 */
@FunctionalInterface
public interface TransactionRunner {

    /**
     * Runs the work in a new transaction, on the caller's thread: commits when it returns, rolls back when it throws, and
     * throws what it threw. When the commit itself fails, that failure is thrown.
     */
    void run(Work work) throws Exception;

    /** Transactions of plain connections. The data source may be the store's own: the store never joins them. */
    static TransactionRunner over(DataSource dataSource) {
        return new PlainTransactions(dataSource);
    }

    /** What is done in a transaction. */
    @FunctionalInterface
    interface Work {
        void in(Connection transaction) throws Exception;
    }
}
