// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreException;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A command that waits for the writer.
 *
 * @param <A> its answer
 */
final class SqliteTask<A> {

    private final Work<A> work;
    private final int weight;
    private final CompletableFuture<A> answer;
    private @Nullable A decided;
    private @Nullable StoreException failure;

    /** A task with so many bytes to write, that answers into the given future. */
    SqliteTask(Work<A> work, int weight, CompletableFuture<A> answer) {
        this.work = work;
        this.weight = weight;
        this.answer = answer;
    }

    int weight() {
        return weight;
    }

    /** Decides and writes, and keeps the answer to itself: it is not true before the commit. */
    void run(SqliteRecords records) throws SQLException {
        failure = null;
        try {
            decided = work.on(records);
        } catch (UnreadableRecordException e) {
            failure = e;
        } catch (SQLException e) {
            if (!SqliteFailures.isOfOneCommand(e)) {
                throw e;
            }
            failure = SqliteFailures.unavailable(e);
        }
    }

    /** Tells what was decided. */
    void tell() {
        if (failure != null) {
            answer.completeExceptionally(failure);
        } else if (decided != null) {
            answer.complete(decided);
        } else {
            answer.completeExceptionally(new StoreUnavailableException("the command was not run"));
        }
    }

    void fail(StoreException unavailable) {
        answer.completeExceptionally(unavailable);
    }

    /**
     * What a command does inside a transaction: one decision and at most one write, so that a failure leaves nothing of
     * it behind.
     */
    interface Work<A> {
        A on(SqliteRecords records) throws SQLException;
    }
}
