// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.BodyBuffer;
import dev.semel.http.Dialect;
import io.vertx.core.Context;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.Set;

/** An unprotected request: streams through, in both directions, and is kept nowhere. */
final class Passage {

    private static final Set<String> BODILESS = Set.of("GET", "HEAD", "OPTIONS");

    private final HttpServerRequest arrived;
    private final HttpServerResponse response;
    private final Upstream upstream;
    private final Dialect dialect;

    Passage(HttpServerRequest arrived, Upstream upstream, Dialect dialect) {
        this.arrived = arrived;
        this.response = arrived.response();
        this.upstream = upstream;
        this.dialect = dialect;
    }

    void begin(Calls calls) {
        calls.begin(arrived, upstream).onSuccess(this::send).onFailure(failure -> {
            arrived.resume();
            Reply.send(response, dialect.answer(Trouble.UNREACHABLE));
        });
    }

    /** The body was taken before anybody could know that the request is not protected. */
    void begin(Calls calls, BodyBuffer body, Context context) {
        calls.begin(arrived, upstream)
                .onSuccess(request -> {
                    request.idleTimeout(upstream.timeout().toMillis());
                    request.response()
                            .onComplete(over -> body.close())
                            .onSuccess(this::pass)
                            .onFailure(this::broke);
                    new BodySender(request, context).send(body);
                })
                .onFailure(failure -> {
                    body.close();
                    Reply.send(response, dialect.answer(Trouble.UNREACHABLE));
                });
    }

    private void send(HttpClientRequest request) {
        request.idleTimeout(upstream.timeout().toMillis());
        if (isWithoutBody()) {
            arrived.resume();
            request.send().onSuccess(this::pass).onFailure(this::broke);
        } else {
            request.setChunked(request.headers().get("Content-Length") == null);
            response.closeHandler(gone -> request.reset());
            request.response().onSuccess(this::pass).onFailure(this::broke);
            // A body that breaks off must not end as if it were whole, which is what a pipe does unless told.
            arrived.pipe().endOnFailure(false).to(request).onFailure(failure -> request.reset());
        }
    }

    /** HTTP/1.1 says it in the head; over HTTP/2 only those methods have none for certain enough. */
    private boolean isWithoutBody() {
        boolean unannounced = !arrived.headers().contains("Content-Length")
                && !arrived.headers().contains("Transfer-Encoding");
        return unannounced
                && (arrived.version() != HttpVersion.HTTP_2
                        || BODILESS.contains(arrived.method().name()));
    }

    void pass(HttpClientResponse answer) {
        response.setStatusCode(answer.statusCode());
        EndToEnd.copy(answer.headers(), response.headers());
        if (arrived.version() == HttpVersion.HTTP_1_1 && response.headers().get("Content-Length") == null) {
            response.setChunked(true);
        }
        response.closeHandler(gone -> answer.request().reset());
        response.send(answer).onFailure(failure -> cutOff());
    }

    void broke(Throwable failure) {
        if (response.headWritten()) {
            cutOff();
        } else {
            boolean late = failure instanceof java.util.concurrent.TimeoutException;
            Reply.send(response, dialect.answer(late ? Trouble.TIMEOUT : Trouble.FAILED));
        }
    }

    /** The client must not take a part for the whole. */
    private void cutOff() {
        if (!response.ended() && !response.closed()) {
            response.reset();
        }
    }
}
