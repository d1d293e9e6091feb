// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import org.jspecify.annotations.Nullable;

/**
 * An answer that one request brings, or that another one must bring after it: listener and answer in one, since every claim
 * and every completion needs one.
 *
 * @param <R> what the server replies
 * @param <T> the answer
 */
abstract class Asking<R, T> extends Answering<T> implements Listener<R> {

    @Override
    public final void told(@Nullable R reply, @Nullable Throwable failure) {
        try {
            if (failure == null) {
                onReply(reply);
            } else {
                onFailure(failure);
            }
        } catch (Throwable thrown) {
            // Nobody else would tell the caller.
            fail(thrown);
        }
    }

    /** Answers, or asks something else. */
    abstract void onReply(@Nullable R reply);

    /** Fails, or asks something else. */
    void onFailure(Throwable failure) {
        fail(failure);
    }
}
