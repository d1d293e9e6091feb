// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.Optional;

/**
 * Watches one protected request, from its head to the decision who runs: for spans and their like. Its methods are called by
 * any thread, must not block, and cannot hurt the request.
 */
public interface RequestWatch {

    /** Hears nothing, and knows nothing. */
    RequestWatch NONE = outcome -> {};

    /**
     * Where this request is found in a tracing system, as a {@code traceparent} of W3C Trace Context. It is kept with the
     * handler's answer, and shown to none of the clients; empty where there is no trace.
     */
    default Optional<String> trace() {
        return Optional.empty();
    }

    /** The request gets an answer that was saved by the one that is found there. */
    default void replays(String original) {}

    /** It was decided; the word is one of a few: {@code run}, {@code replay}, {@code conflict}, {@code refused} and so on. */
    void ended(String outcome);

    /** Begins to watch. Must be safe for use by several threads. */
    @FunctionalInterface
    interface Watcher {

        /** Looks at the head of a request that is protected by this operation, on its own thread. */
        RequestWatch begin(RequestHead head, String operation);
    }
}
