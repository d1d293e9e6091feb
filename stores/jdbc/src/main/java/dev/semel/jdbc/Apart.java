// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Does something on a thread of its own: on the caller's, a pool may know a transaction, and would make it a part of that (T20). */
final class Apart {

    private Apart() {}

    static <T> T call(Callable<T> work) throws SQLException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "semel-jdbc-apart");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while the database was asked");
        } catch (ExecutionException e) {
            throw rethrown(e.getCause() == null ? e : e.getCause());
        }
    }

    /** Gives back what can be thrown as it is, and throws the rest. */
    private static SQLException rethrown(Throwable cause) {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof SQLException ofDatabase ? ofDatabase : new SQLException(cause);
    }
}
