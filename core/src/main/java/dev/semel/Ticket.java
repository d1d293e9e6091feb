// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.History;
import dev.semel.state.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * What the winner of a claim holds: the right to run, and the only way to write to the record. Safe for use by several
 * threads. Every ticket must be ended, by one of {@link #complete}, {@link #fail}, {@link #release} or {@link #doubt};
 * until then its lease is renewed. The first ending counts: a second one changes nothing and gets the first one's result.
 */
public interface Ticket {

    /**
     * The attempt's number, from 1. It grows by one with each takeover, and starts again when the record has expired: it
     * is no fencing token for a downstream that remembers longer than the retention (R10).
     */
    int attempt();

    /** Why this attempt began: the key was new, or what became of the attempt before (R11). */
    Reason reason();

    /** The attempts before this one; empty when there were none. */
    History history();

    /**
     * When the key was first claimed, by the store's clock: the same in all attempts, however much later they run. Empty where
     * nothing is recorded.
     */
    default Optional<Instant> firstClaimed() {
        return Optional.empty();
    }

    /** Whether this attempt runs without protection: the store could not be reached (R29), or protection is switched off. */
    boolean isDegraded();

    /**
     * Whether this attempt still owns the key for certain: false once a lease's length has passed since the last
     * acknowledged claim or renewal was sent, and when another attempt was seen to own it.
     */
    boolean isOwner();

    /**
     * Calls the signal once, on the engine's executor, when ownership is lost, or will be soon because the engine was
     * closed and renews no more; at once if it is lost already.
     */
    void onLost(Runnable signal);

    /** Ends the attempt: the work was done, and this is its answer. */
    default CompletionStage<Completion> complete(Saved answer) {
        return end(Outcome.completed(answer));
    }

    /** Ends the attempt: the work failed in a known, final way, and this is its answer. */
    default CompletionStage<Completion> fail(Saved answer) {
        return end(Outcome.failed(answer));
    }

    /** Ends the attempt: it is known to have done nothing. */
    default CompletionStage<Completion> release() {
        return end(Outcome.released());
    }

    /** Ends the attempt: nobody knows what it did. */
    default CompletionStage<Completion> doubt() {
        return end(Outcome.inDoubt());
    }

    /**
     * Ends the attempt. The stage never fails, and completes within the operation's
     * {@linkplain Operation#completionWait completion wait}; it is safe to wait for it.
     */
    CompletionStage<Completion> end(Outcome outcome);

    /**
     * The ending as a command, for a {@linkplain dev.semel.spi.Transactional store} that writes it within a transaction of
     * the application's (R22); empty where nothing can be recorded. Asking ends nothing: tell {@link #ended} what became
     * of it once the transaction has committed, or end the attempt otherwise when it has not.
     */
    Optional<Finish> ending(Outcome outcome);

    /**
     * Ends the attempt: its ending was written elsewhere, and this is what the store answered. To be called after the
     * commit, never before: it lets callers see the answer.
     */
    CompletionStage<Completion> ended(FinishAnswer answer);
}
