// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.time.Duration;

/** What a retry gets whose last attempt lapsed or ended in doubt (R16). Immutable. */
public sealed interface InDoubt {

    /** How long a reconciler may take unless told otherwise. */
    Duration DEFAULT_LIMIT = Duration.ofSeconds(10);

    /** Asks the downstream what happened, within ten seconds. */
    static InDoubt reconcile(Reconciler reconciler) {
        return new Reconcile(reconciler, DEFAULT_LIMIT);
    }

    /** Runs again; the attempt number and the reason tell the handler. */
    static InDoubt rerun() {
        return new Rerun();
    }

    /** Nobody runs it again until an operator has settled it. */
    static InDoubt hold() {
        return new Hold();
    }

    /**
     * See {@link #reconcile}.
     *
     * @param reconciler knows whom to ask
     * @param limit how long it may take; after it the outcome is still unknown
     */
    record Reconcile(Reconciler reconciler, Duration limit) implements InDoubt {}

    /** See {@link #rerun}. */
    record Rerun() implements InDoubt {}

    /** See {@link #hold}. */
    record Hold() implements InDoubt {}
}
