// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.contracts.http.HttpStage;
import dev.semel.http.Header;
import dev.semel.http.Headers;
import java.util.Optional;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** Lets the stage of the HTTP contract, which blocks, play for a handler that must not: it has a thread of its own. */
final class Scene implements HttpStage.Sink {

    private final ServerHttpResponse response;
    private final MonoSink<Flux<DataBuffer>> begun;
    private final Sinks.Many<DataBuffer> body = Sinks.many().unicast().onBackpressureBuffer();

    private Scene(ServerHttpResponse response, MonoSink<Flux<DataBuffer>> begun) {
        this.response = response;
        this.begun = begun;
    }

    /** Plays, and writes each piece as it comes. */
    static Mono<Void> play(HttpStage stage, ServerWebExchange exchange, byte[] body) {
        ServerHttpResponse response = exchange.getResponse();
        return Mono.<Flux<DataBuffer>>create(begun -> Schedulers.boundedElastic()
                        .schedule(() -> new Scene(response, begun).play(stage, exchange.getRequest(), body)))
                .flatMap(pieces -> response.writeAndFlushWith(pieces.map(Mono::just)));
    }

    private void play(HttpStage stage, ServerHttpRequest request, byte[] bytes) {
        String query = Optional.ofNullable(request.getURI().getRawQuery()).orElse("");
        String key = Optional.ofNullable(request.getHeaders().getFirst("Idempotency-Key"))
                .orElse("");
        try {
            stage.play(new HttpStage.Request(request.getPath().value(), query, key, bytes), this);
            body.emitComplete(Sinks.EmitFailureHandler.FAIL_FAST);
        } catch (Throwable e) {
            // Whoever comes first is told; the other is not listened to any more.
            begun.error(e);
            body.tryEmitError(e);
        }
    }

    @Override
    public void head(int status, Headers headers) {
        response.setStatusCode(HttpStatusCode.valueOf(status));
        for (Header header : headers) {
            response.getHeaders().add(header.name(), header.value());
        }
        begun.success(body.asFlux());
    }

    @Override
    public void write(byte[] bytes) {
        body.tryEmitNext(response.bufferFactory().wrap(bytes));
    }

    @Override
    public void flush() {}
}
