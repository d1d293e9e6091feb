// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapSetter;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.net.SocketAddress;

/** The span of one call of an upstream, from the search for a connection to the end of its answer. Used on the request's own event loop. */
final class UpstreamTrace {

    private static final W3CTraceContextPropagator PROPAGATOR = W3CTraceContextPropagator.getInstance();
    private static final TextMapSetter<MultiMap> HEADERS = (headers, name, value) -> {
        if (headers != null) {
            headers.set(name, value);
        }
    };

    private static final int FIRST_ANSWER = 200;
    private static final int CLIENT_ERROR = 400;

    private final Span span;
    private final Context context;

    UpstreamTrace(Span span, Context context) {
        this.span = span;
        this.context = context;
    }

    /** The upstream belongs to the same trace. What the client said of one is replaced as a whole: a state without its parent means nothing. */
    void travels(MultiMap headers) {
        PROPAGATOR.fields().forEach(headers::remove);
        PROPAGATOR.inject(context, headers, HEADERS);
    }

    /** There was no connection. */
    void notBegun() {
        failed("unreachable");
        span.end();
    }

    /** There is a connection, and the request leaves on it. */
    void begun(HttpClientRequest request) {
        if (!span.isRecording()) {
            return;
        }
        SocketAddress server = request.connection().remoteAddress();
        if (server != null && server.isInetSocket()) {
            span.setAttribute(HttpWords.SERVER, server.host());
            span.setAttribute(HttpWords.PORT, (long) server.port());
        }
        request.response().onSuccess(this::answered).onFailure(this::broke);
    }

    private void answered(HttpClientResponse answer) {
        int status = answer.statusCode();
        span.setAttribute(HttpWords.STATUS, (long) status);
        if (status >= CLIENT_ERROR) {
            failed(Integer.toString(status));
        }
        Future<Void> whole = status < FIRST_ANSWER ? Future.succeededFuture() : answer.end();
        whole.onSuccess(end -> span.end()).onFailure(this::broke);
    }

    /** The upstream broke off, or was given up: it was late, or its client has gone. */
    private void broke(Throwable failure) {
        failed(failure instanceof StreamResetException ? "given-up" : "broke-off");
        span.end();
    }

    private void failed(String type) {
        span.setAttribute(HttpWords.ERROR, type);
        span.setStatus(StatusCode.ERROR);
    }
}
