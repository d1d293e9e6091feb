// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * The client of a request: it is sent one answer, or hangs up before. Safe for use by several threads.
 *
 * <p>What hanging up means depends on how far the request is; it is one step at a time, and a step that begins when the client
 * has gone is told so.
 */
final class Client {

    private final MonoSink<Mono<Void>> answer;
    /** What is done when the client goes; null when it has gone. */
    private final AtomicReference<@Nullable Runnable> whenGone = new AtomicReference<>(Client::nothing);

    Client(MonoSink<Mono<Void>> answer) {
        this.answer = answer;
        answer.onCancel(this::leave);
    }

    private static void nothing() {}

    private void leave() {
        Runnable last = whenGone.getAndSet(null);
        if (last != null) {
            last.run();
        }
    }

    /** From now on this is done when the client goes, once; false, and nothing is, when it has gone already. */
    boolean whenGone(Runnable step) {
        Runnable before = whenGone.get();
        while (before != null) {
            if (whenGone.compareAndSet(before, step)) {
                return true;
            }
            before = whenGone.get();
        }
        return false;
    }

    /** From now on nothing is done; false when the client has gone already. */
    boolean stays() {
        return whenGone(Client::nothing);
    }

    boolean isGone() {
        return whenGone.get() == null;
    }

    /** Sends what this sends, once; nothing where the client has gone. */
    void send(Mono<Void> sending) {
        answer.success(sending);
    }

    /** The same; this is done when it has been sent, or never will be. Twice must be as good as once. */
    void send(Mono<Void> sending, Runnable afterwards) {
        if (whenGone(afterwards)) {
            send(sending.doFinally(end -> afterwards.run()));
        } else {
            afterwards.run();
        }
    }

    /** Lets a failure take its usual way. */
    void fail(Throwable failure) {
        answer.error(failure);
    }
}
