// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Future;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what starts and stops; never on an event loop. */
final class Waits {

    private static final int LONGEST_MINUTES = 2;

    private Waits() {}

    static <T> T on(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(LONGEST_MINUTES, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IllegalStateException("not done within " + LONGEST_MINUTES + " minutes", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
