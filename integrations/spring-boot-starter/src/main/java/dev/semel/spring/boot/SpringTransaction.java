// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.jdbc.TransactionRunner;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;

/** One transaction of the application's manager, for one run of a handler. */
final class SpringTransaction implements TransactionRunner {

    private final PlatformTransactionManager manager;
    private final TransactionDefinition definition;
    private final DataSource dataSource;
    private @Nullable TransactionStatus status;

    SpringTransaction(PlatformTransactionManager manager, TransactionDefinition definition, DataSource dataSource) {
        this.manager = manager;
        this.definition = definition;
        this.dataSource = dataSource;
    }

    @Override
    public void run(Work work) throws Exception {
        TransactionStatus begun = manager.getTransaction(definition);
        status = begun;
        try {
            in(work);
        } catch (Throwable e) {
            rollBack(begun, e);
            throw e;
        }
        manager.commit(begun);
    }

    /** On the connection that the manager has bound to this thread. */
    private void in(Work work) throws Exception {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            Unwritten.within(this::flush, () -> {
                work.in(connection);
                return null;
            });
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    /** What JPA has not written yet is written now, so that the answer comes last, and is not saved for rows that cannot be. */
    void check() {
        TransactionStatus begun = status;
        if (begun != null) {
            if (begun.isRollbackOnly()) {
                throw new UnexpectedRollbackException(
                        "the handler gave an answer, and something that it called had marked"
                                + " the transaction for rollback: nothing was done, and its key is free");
            }
            begun.flush();
        }
    }

    /** What is to be rolled back need not be written. */
    private void flush() {
        TransactionStatus begun = status;
        if (begun != null && !begun.isRollbackOnly()) {
            begun.flush();
        }
    }

    private void rollBack(TransactionStatus begun, Throwable reason) {
        try {
            manager.rollback(begun);
        } catch (TransactionException e) {
            // The connection is gone, and the server rolls back by itself. What led here is what matters.
            reason.addSuppressed(e);
        }
    }
}
