// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Ticket;
import dev.semel.state.Reason;
import java.util.Optional;

/**
 * Watches one protected request, from its head to the decision who runs, and where it runs itself to the end of that run: for
 * spans and their like. Its methods are called by any thread, must not block, and cannot hurt the request.
 *
 * <p>It is told: why there is no run ({@link #refuses}) or that there is one ({@link #runs}), which answer is replayed ({@link
 * #replays}), then once {@link #ended}; and of a run in the end once {@link #finished}.
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

    /** The request runs itself, as this attempt, and {@link #finished} will say how that ended. */
    default void runs(int attempt, Reason reason) {}

    /** The request gets no answer of its operation, for this reason: a problem's code, or a word for what the store said. */
    default void refuses(String cause) {}

    /** The attempt that runs is not sure any more that it owns the key: another one may have taken over. */
    default void lost() {}

    /**
     * The run has ended, whether its client is still there or not. The word says what is recorded: {@code completed}, {@code
     * failed}, {@code released} or {@code in-doubt}; or why nothing is: {@code unrecorded}, as long as the store has not
     * confirmed it, {@code lost} to another attempt, or {@code unprotected}.
     */
    default void finished(String ending) {}

    /** It was decided; the word is one of a few: {@code run}, {@code replay}, {@code conflict}, {@code refused} and so on. */
    void ended(String outcome);

    /** Tells what an engine decided, for whoever watches it without HTTP. What a replay's answer says of its trace is not told. */
    static void tell(RequestWatch watch, Admission admission) {
        RunWords.tell(watch, admission);
    }

    /** Tells how a run ended that was {@linkplain #tell(RequestWatch, Admission) admitted}. */
    static void tell(RequestWatch watch, Ticket ticket, Completion completion) {
        RunWords.tell(watch, ticket, completion);
    }

    /** Begins to watch. Must be safe for use by several threads. */
    @FunctionalInterface
    interface Watcher {

        /** Looks at the head of a request that is protected by this operation, on its own thread. */
        RequestWatch begin(RequestHead head, String operation);
    }
}
