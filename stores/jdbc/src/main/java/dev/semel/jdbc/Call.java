// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A command that waits for its answer.
 *
 * @param <C> the command
 * @param <A> the answer
 */
final class Call<C, A> {

    private static final int AT_ONCE = 2;
    private static final int LONGEST_MILLIS = 50;

    private final C command;
    private final CompletableFuture<A> answer = new CompletableFuture<>();
    private List<Call<C, A>> sharing = List.of();
    private int again;
    private long firstAgain;

    Call(C command) {
        this.command = command;
    }

    C command() {
        return command;
    }

    CompletableFuture<A> answer() {
        return answer;
    }

    /** Lets another caller hear the same answer; called with the lane's lock held, and not once it is under way. */
    void shareWith(Call<C, A> other) {
        if (sharing.isEmpty()) {
            sharing = new ArrayList<>();
        }
        sharing.add(other);
    }

    /** The others that hear the same answer. */
    List<Call<C, A>> sharing() {
        return sharing;
    }

    /** Whether it may be sent again, having lost for the first time not longer ago than the patience lasts. */
    boolean mayTryAgain(long now, Duration patience) {
        again++;
        if (again == 1) {
            firstAgain = now;
        }
        return now - firstAgain < patience.toNanos();
    }

    /** Before it is sent again: a lost race is over at once, a locked row takes a while. */
    Duration pause() {
        return again <= AT_ONCE
                ? Duration.ZERO
                : Duration.ofMillis(Math.min(LONGEST_MILLIS, 1L << Math.min(again - AT_ONCE, 10)));
    }
}
