// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.Exchange;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Sending;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * A handler's run, from its subscription to its ending. It is nobody's but its own: a client that hangs up cancels nothing of
 * it (R18, T8). Whatever happens, the exchange is ended.
 */
final class Run {

    private final Exchange exchange;
    private final ServerHttpResponse front;
    private final Surroundings surroundings;
    private final Client client;
    private final Capture capture;
    private final KeptResponse answer;
    private final KeptExchange kept;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Run(
            Exchange exchange, ServerWebExchange web, Surroundings surroundings, Client client, boolean formIsRead) {
        this.exchange = exchange;
        this.front = web.getResponse();
        this.surroundings = surroundings;
        this.client = client;
        this.capture = new Capture(exchange, front, client);
        this.answer = new KeptResponse(front, capture);
        KeptRequest request = new KeptRequest(web.getRequest(), exchange.body(), front.bufferFactory());
        this.kept = new KeptExchange(web, request, answer, surroundings.codecs(), formIsRead);
        web.getAttributes().put(IdempotencyWebFilter.CONTEXT, exchange.context());
    }

    static Run prepare(
            Exchange exchange, ServerWebExchange web, Surroundings surroundings, Client client, boolean formIsRead) {
        try {
            return new Run(exchange, web, surroundings, client, formIsRead);
        } catch (RuntimeException | Error e) {
            // Nothing has run, and nobody else knows that there is something to end (T16).
            exchange.released();
            throw e;
        }
    }

    /** The client went before it was admitted: nothing has run. */
    void neverStarted() {
        capture.close();
        exchange.released();
        exchange.sent();
    }

    void clientGone() {
        capture.clientGone();
    }

    void start(WebFilterChain chain, ContextView context) {
        try {
            Disposable unused = Mono.defer(() -> chain.filter(kept))
                    .onErrorResume(this::isAnswer, failure -> surroundings.handle(kept, failure))
                    .then(Mono.defer(answer::setComplete))
                    .contextWrite(context)
                    .subscribe(none -> {}, this::threw, this::answered);
        } catch (RuntimeException | Error e) {
            // What is fatal is thrown and not signalled; no reason to leave a zombie (T16).
            threw(e);
        }
    }

    /** What Spring makes a known answer of, in front of all filters, is made here: there it would come too late to be saved. */
    private boolean isAnswer(Throwable failure) {
        boolean known = failure instanceof ResponseStatusException
                || AnnotatedElementUtils.hasAnnotation(failure.getClass(), ResponseStatus.class);
        return known && !answer.isCommitted();
    }

    private void answered() {
        Outflow leaving = capture.outflow();
        if (leaving != null) {
            end(() -> exchange.streamed(answer.status()), sending -> {
                exchange.sent();
                leaving.complete();
            });
        } else if (capture.isDropped()) {
            end(
                    () -> exchange.dropped(answer.status()),
                    sending -> send(sending.or(HttpAnswer.empty(answer.status(), answer.headers()))));
        } else {
            CompletionStage<Void> unused = exchange.room(capture.kept().size())
                    .thenAccept(this::takeWhole)
                    .exceptionally(fatal -> {
                        // What is fatal is thrown and not signalled; no reason to leave a zombie (T16).
                        threw(fatal);
                        return null;
                    });
        }
    }

    private void takeWhole(boolean room) {
        if (room) {
            Disposable unused = Bodies.whole(capture.kept()).subscribe(this::record, this::threw);
        } else if (ended.compareAndSet(false, true)) {
            // No memory to save it with: it is recorded without its content, and then sent from where it is.
            CompletionStage<Void> unused = exchange.streamed(answer.status()).thenAccept(this::sendFromDisk);
        }
    }

    private void sendFromDisk(Sending sending) {
        Disposable unused = kept.cleanupMultipart().subscribe(none -> {}, lost -> {});
        if (sending instanceof Sending.Instead instead) {
            capture.close();
            send(instead.answer());
        } else {
            client.send(capture.leave(answer), capture::close);
        }
    }

    private void record(byte[] body) {
        HttpAnswer own = HttpAnswer.owning(answer.status(), answer.headers(), body);
        end(() -> exchange.answered(own), sending -> send(sending.or(own.with(exchange.marks()))));
    }

    /** An uncaught exception: in doubt, unless the policy says otherwise (R15). */
    private void threw(Throwable failure) {
        Outflow leaving = capture.outflow();
        end(() -> exchange.threw(Exceptions.unwrap(failure)), sending -> {
            if (leaving != null) {
                exchange.sent();
                leaving.fail(failure);
            } else if (sending instanceof Sending.Instead instead) {
                send(instead.answer());
            } else {
                exchange.sent();
                client.fail(failure);
            }
        });
    }

    private void send(HttpAnswer whole) {
        client.send(Replies.send(front, whole), exchange::sent);
    }

    private void end(Supplier<CompletionStage<Sending>> ending, Consumer<Sending> then) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        try {
            CompletionStage<Void> unused = ending.get().thenAccept(then);
        } catch (RuntimeException | Error e) {
            // No memory to save it with, for example: no reason to leave a zombie, or a client that waits (T16).
            exchange.threw(e);
            exchange.sent();
            client.fail(e);
        } finally {
            capture.close();
            Disposable unused = kept.cleanupMultipart().subscribe(none -> {}, lost -> {});
        }
    }
}
