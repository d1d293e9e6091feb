// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;

/**
 * What leaves of an answer while its handler still writes: as fast as the client takes it, and into the void when there is
 * none any more (R18). It ends when somebody says so, and not when the handler does: the ending has to be recorded first.
 *
 * <p>Pieces come one after the other; the client's side is called by any thread.
 */
final class Outflow {

    private final Sinks.Many<DataBuffer> out = Sinks.many().unicast().onBackpressureBuffer();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicReference<@Nullable MonoSink<Void>> waiting = new AtomicReference<>();
    private final boolean keepsLast;
    private volatile boolean gone;
    private @Nullable DataBuffer last;

    /** A client that knows the length must not have the last piece before the ending is recorded. */
    Outflow(boolean keepsLast) {
        this.keepsLast = keepsLast;
    }

    Flux<DataBuffer> pieces() {
        return out.asFlux().doOnRequest(this::requested);
    }

    private void requested(long more) {
        demand.accumulateAndGet(more, Operators::addCap);
        goOn();
    }

    /** The client has gone, or has all that it gets. */
    void gone() {
        gone = true;
        goOn();
    }

    private void goOn() {
        MonoSink<Void> waiter = waiting.getAndSet(null);
        if (waiter != null) {
            waiter.success();
        }
    }

    /** Hands a piece on; complete when the next one may come. */
    Mono<Void> pass(DataBuffer piece) {
        DataBuffer next = keepsLast ? last : piece;
        last = keepsLast ? piece : null;
        if (next != null) {
            emit(next);
        }
        return mayGoOn() ? Mono.empty() : Mono.create(this::await);
    }

    private void await(MonoSink<Void> waiter) {
        waiting.set(waiter);
        if (mayGoOn()) {
            goOn();
        }
    }

    private boolean mayGoOn() {
        return gone || demand.get() > 0;
    }

    private void emit(DataBuffer piece) {
        if (gone || out.tryEmitNext(piece).isFailure()) {
            DataBufferUtils.release(piece);
        } else {
            demand.updateAndGet(left -> left == Long.MAX_VALUE ? left : left - 1);
        }
    }

    /** The ending is recorded: the client may know that this was all. */
    void complete() {
        emitLast();
        out.tryEmitComplete();
    }

    /** The client must not take what it has for the whole. */
    void fail(Throwable failure) {
        DataBufferUtils.release(last);
        last = null;
        out.tryEmitError(failure);
    }

    private void emitLast() {
        DataBuffer held = last;
        last = null;
        if (held != null) {
            emit(held);
        }
    }
}
