// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.util.concurrent.CompletableFuture;

/** An answer that is on its way; if it fails, then with what the failure means. */
class Answering<T> extends CompletableFuture<T> {

    final void fail(Throwable failure) {
        completeExceptionally(Failures.of(failure));
    }

    /** Takes whatever becomes of the other one. */
    @SuppressWarnings("FutureReturnValueIgnored") // This is what becomes of it.
    final void follow(CompletableFuture<T> other) {
        other.whenComplete((answer, failure) -> {
            if (failure == null) {
                complete(answer);
            } else {
                fail(failure);
            }
        });
    }
}
