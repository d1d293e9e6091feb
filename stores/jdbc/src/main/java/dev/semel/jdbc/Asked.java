// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/**
 * A piece of work with somebody who waits for what comes of it, and hears in any case: also when nobody will do it.
 *
 * @param <T> what comes of it
 */
final class Asked<T> implements Runnable {

    private final Work<T> work;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    Asked(Work<T> work) {
        this.work = work;
    }

    CompletableFuture<T> answer() {
        return answer;
    }

    @Override
    public void run() {
        try {
            answer.complete(work.run());
        } catch (SQLException e) {
            answer.completeExceptionally(Failures.unavailable(e));
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(Failures.unavailable(e));
        }
    }

    void refuse() {
        answer.completeExceptionally(new StoreUnavailableException("the store is closed"));
    }

    /** What is to be done. */
    interface Work<T> {
        T run() throws SQLException;
    }
}
