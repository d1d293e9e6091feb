// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Intent;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Timers;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends a claim until it is answered or its time is up. It is sent again with the same claim id, so that it recognises
 * what it may have taken before (R7); given up, it is abandoned.
 */
final class ClaimSender {

    private static final int MOST_TRIES = 4;
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(10), Duration.ofMillis(200));

    private final IdempotencyStore store;
    private final StoreCalls calls;
    private final Timers timers;
    private final Duration limit;
    private final Abandoner abandoner;

    ClaimSender(Shared shared, Abandoner abandoner) {
        this.store = shared.store();
        this.calls = shared.calls();
        this.timers = shared.timers();
        this.limit = shared.limit();
        this.abandoner = abandoner;
    }

    /**
     * What became of a claim.
     *
     * @param answer who runs; null when the store did not say
     * @param failure why it did not; null when it did
     * @param sentNanos when the claim that was answered was sent: the lease is at least as long from then on (R10)
     */
    record Reply(@Nullable ClaimAnswer answer, @Nullable Throwable failure, long sentNanos) {}

    /** The stage never fails. */
    CompletableFuture<Reply> send(Intent intent, Claim claim) {
        return send(intent, claim, timers.nanoTime(), 1);
    }

    private CompletableFuture<Reply> send(Intent intent, Claim claim, long began, int tries) {
        long sent = tries == 1 ? began : timers.nanoTime();
        CompletableFuture<ClaimAnswer> answer = calls.within(
                tries == 1 ? limit : limit.minusNanos(sent - began),
                () -> store.claim(claim),
                late -> onLate(intent, claim, late));
        if (Stages.isAnswered(answer)) {
            return CompletableFuture.completedFuture(new Reply(answer.join(), null, sent));
        }
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        Stages.follow(
                answer,
                told -> reply.complete(new Reply(told, null, sent)),
                failure -> Stages.follow(again(intent, claim, began, tries, failure), reply::complete));
        return reply;
    }

    private CompletableFuture<Reply> again(Intent intent, Claim claim, long began, int tries, Throwable failure) {
        Duration pause = BACKOFF.after(tries, claim.id().hashCode());
        long left = limit.toNanos() - (timers.nanoTime() - began);
        boolean unreadable = failure instanceof UnreadableRecordException;
        if (!unreadable && tries < MOST_TRIES && left > pause.toNanos()) {
            return calls.pause(pause).thenCompose(over -> send(intent, claim, began, tries + 1));
        }
        // Where the work runs unprotected now, nobody may say later that this claim has done nothing.
        if (!unreadable && !intent.operation().failsOpen()) {
            abandoner.abandon(intent, claim.claimId());
        }
        return CompletableFuture.completedFuture(new Reply(null, failure, began));
    }

    /** The claim was given up before this answer came: nobody runs what it granted. */
    private void onLate(Intent intent, Claim claim, ClaimAnswer late) {
        if (late instanceof ClaimAnswer.Granted && !intent.operation().failsOpen()) {
            abandoner.abandon(intent, claim.claimId());
        }
    }
}
