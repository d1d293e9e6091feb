// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.Exchange;
import dev.semel.http.HttpAdmission;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Intake;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/**
 * A protected request: its body is taken, then it is decided who runs, and then that happens. A client that hangs up before
 * the decision has asked for nothing; after it, it changes nothing (R18). No step waits on a thread.
 */
final class Visit {

    private static final int SMALL = 8192;

    private final Intake intake;
    private final ServerWebExchange exchange;
    private final WebFilterChain chain;
    private final Surroundings surroundings;
    private final ContextView context;
    private final Client client;
    private boolean formIsRead;
    private long taken;

    private Visit(
            Intake intake,
            ServerWebExchange exchange,
            WebFilterChain chain,
            Surroundings surroundings,
            MonoSink<Mono<Void>> answer) {
        this.intake = intake;
        this.exchange = exchange;
        this.chain = chain;
        this.surroundings = surroundings;
        this.context = answer.contextView();
        this.client = new Client(answer);
    }

    static Mono<Void> of(Intake intake, ServerWebExchange exchange, WebFilterChain chain, Surroundings surroundings) {
        return Mono.<Mono<Void>>create(answer -> new Visit(intake, exchange, chain, surroundings, answer).begin())
                .flatMap(sending -> sending);
    }

    private void begin() {
        long length = exchange.getRequest().getHeaders().getContentLength();
        // Only what is small: a client that announces much and sends nothing must not take much of the memory.
        if (length > 0 && length < SMALL) {
            intake.expect(length);
        }
        Disposable.Swap feeding = Disposables.swap();
        client.whenGone(() -> {
            feeding.dispose();
            intake.discard();
        });
        feeding.update(feed().contextWrite(context).subscribe(none -> {}, this::unread, this::fed));
    }

    private Mono<Void> feed() {
        return exchange.getRequest()
                .getBody()
                .concatMap(this::feed, 1)
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
                .takeUntil(more -> !more)
                .then(Mono.defer(this::feedWhatWasRead));
    }

    /** False when no more is needed, because the request will be refused. */
    private Mono<Boolean> feed(DataBuffer piece) {
        byte[] bytes = Bodies.taken(piece);
        taken += bytes.length;
        return intake.wouldBlock(bytes.length)
                ? Mono.fromCallable(() -> intake.feed(bytes, 0, bytes.length)).subscribeOn(Schedulers.boundedElastic())
                : Mono.just(intake.feed(bytes, 0, bytes.length));
    }

    private Mono<Void> feedWhatWasRead() {
        if (taken > 0 || !Forms.mayBeGone(exchange.getRequest())) {
            return Mono.empty();
        }
        formIsRead = true;
        return Forms.feed(intake, exchange);
    }

    private void unread(Throwable failure) {
        if (client.stays()) {
            intake.discard();
            client.fail(failure);
        }
    }

    private void fed() {
        if (!client.stays()) {
            return;
        }
        try {
            CompletableFuture<HttpAdmission> admission = intake.admit().toCompletableFuture();
            if (admission.isDone() && !admission.isCompletedExceptionally()) {
                follow(admission.join());
                return;
            }
            // Before anybody hears of the decision: what that has to be done for a client that goes must not be
            // replaced.
            if (!client.whenGone(() -> admission.cancel(false))) {
                admission.cancel(false);
            }
            CompletableFuture<HttpAdmission> unused = admission.whenComplete(this::later);
        } catch (RuntimeException | Error e) {
            client.fail(e);
        }
    }

    /** Not on the engine's thread: what follows is the application's, and where it belongs must not be kept from others. */
    private void later(@Nullable HttpAdmission admission, @Nullable Throwable failure) {
        if (admission != null) {
            Disposable unused = Schedulers.parallel().schedule(() -> decided(admission));
        } else if (failure != null && !(failure instanceof CancellationException)) {
            client.fail(failure);
        }
    }

    private void decided(HttpAdmission admission) {
        try {
            follow(admission);
        } catch (RuntimeException | Error e) {
            client.fail(e);
        }
    }

    private void follow(HttpAdmission admission) {
        Runnable step = admission.match(new HttpAdmission.Cases<>() {
            @Override
            public Runnable passThrough() {
                return Visit.this::pass;
            }

            @Override
            public Runnable answer(HttpAnswer answer) {
                return () -> client.send(Replies.send(exchange.getResponse(), answer), intake::sent);
            }

            @Override
            public Runnable run(Exchange admitted) {
                return () -> Visit.this.run(admitted);
            }
        });
        step.run();
    }

    /** Its body was taken before anybody could know that the request is not protected. */
    private void pass() {
        if (client.whenGone(intake.body()::close)) {
            KeptRequest request = new KeptRequest(
                    exchange.getRequest(), intake.body(), exchange.getResponse().bufferFactory());
            KeptExchange kept =
                    new KeptExchange(exchange, request, exchange.getResponse(), surroundings.codecs(), formIsRead);
            client.send(Mono.defer(() -> chain.filter(kept))
                    .then(Mono.defer(kept::cleanupMultipart))
                    .doFinally(end -> intake.body().close()));
        } else {
            intake.body().close();
        }
    }

    private void run(Exchange admitted) {
        Run run = Run.prepare(admitted, exchange, surroundings, client, formIsRead);
        if (client.whenGone(run::clientGone)) {
            run.start(chain, context);
        } else {
            run.neverStarted();
        }
    }
}
