// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.BodyBuffer;
import dev.semel.http.Exchange;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Takes the body of a handler's answer: keeps it, or, when it becomes too large to be kept, lets it leave (R19). Pieces come
 * one after the other, on whatever thread; what goes to a disk does so on one that may block.
 */
final class Capture {

    private final Exchange exchange;
    private final ServerHttpResponse front;
    private final Client client;
    private final BodyBuffer kept;
    private final AtomicBoolean departed = new AtomicBoolean();
    private boolean drops;
    private volatile @Nullable Outflow outflow;

    Capture(Exchange exchange, ServerHttpResponse front, Client client) {
        this.exchange = exchange;
        this.front = front;
        this.client = client;
        this.kept = exchange.capture();
    }

    /** Complete when all of the body is taken. */
    Mono<Void> take(Flux<? extends DataBuffer> body, KeptResponse answer, boolean flushes) {
        return body.concatMap(piece -> take(piece, answer, flushes), 1)
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
                .then();
    }

    private Mono<Void> take(DataBuffer piece, KeptResponse answer, boolean flushes) {
        Outflow leaving = outflow;
        if (leaving != null) {
            return leaving.pass(piece);
        }
        byte[] bytes = Bodies.taken(piece);
        if (drops) {
            return Mono.empty();
        }
        if (kept.wouldBlock(bytes.length)) {
            return Mono.fromCallable(() -> kept.append(bytes, 0, bytes.length))
                    .subscribeOn(Schedulers.boundedElastic())
                    .flatMap(fits -> fits ? Mono.<Void>empty() : tooLarge(bytes, answer, flushes));
        }
        return kept.append(bytes, 0, bytes.length) ? Mono.empty() : tooLarge(bytes, answer, flushes);
    }

    private Mono<Void> tooLarge(byte[] piece, KeptResponse answer, boolean flushes) {
        if (!exchange.mayStream()) {
            drops = true;
            kept.close();
            return Mono.empty();
        }
        Outflow leaving = new Outflow(answer.contentLength() >= 0);
        outflow = leaving;
        client.send(Mono.defer(() -> depart(leaving, answer, flushes)));
        if (client.isGone()) {
            clientGone();
        }
        return leaving.pass(front.bufferFactory().wrap(piece));
    }

    private Mono<Void> depart(Outflow leaving, KeptResponse answer, boolean flushes) {
        if (!departed.compareAndSet(false, true)) {
            return Mono.empty();
        }
        Replies.begin(front, answer.status(), answer.headers().and(exchange.marks()));
        if (answer.contentLength() >= 0) {
            front.getHeaders().setContentLength(answer.contentLength());
        }
        Flux<DataBuffer> all = Flux.concat(Bodies.stream(kept, front.bufferFactory()), leaving.pieces())
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release);
        Mono<Void> sent = flushes ? front.writeAndFlushWith(all.map(Flux::just)) : front.writeWith(all);
        return sent.doFinally(end -> {
            kept.close();
            leaving.gone();
        });
    }

    /** Sends what is kept from where it is, as fast as the client takes it: its ending is recorded. */
    Mono<Void> leave(KeptResponse answer) {
        return Mono.defer(() -> {
            Replies.begin(front, answer.status(), answer.headers().and(exchange.marks()));
            front.getHeaders().setContentLength(kept.size());
            return front.writeWith(
                    Bodies.stream(kept, front.bufferFactory()).doOnDiscard(DataBuffer.class, DataBufferUtils::release));
        });
    }

    /** What has left, or leaves; null where the answer is kept, or dropped. */
    @Nullable
    Outflow outflow() {
        return outflow;
    }

    /** Whether the answer was too large to be kept, and must not leave either. */
    boolean isDropped() {
        return drops;
    }

    BodyBuffer kept() {
        return kept;
    }

    /** The handler goes on, into the void. */
    void clientGone() {
        Outflow leaving = outflow;
        if (leaving != null && departed.compareAndSet(false, true)) {
            kept.close();
            leaving.gone();
        }
    }

    /** Gives memory and disk back, unless what is there still leaves. */
    void close() {
        if (outflow == null) {
            kept.close();
        }
    }
}
