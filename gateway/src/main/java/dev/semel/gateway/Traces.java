// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.vertx.core.MultiMap;
import io.vertx.core.spi.observability.HttpRequest;
import org.jspecify.annotations.Nullable;

/** Begins the spans of requests. Safe for use by several threads. */
final class Traces {

    private static final W3CTraceContextPropagator PROPAGATOR = W3CTraceContextPropagator.getInstance();
    private static final TextMapGetter<MultiMap> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(MultiMap headers) {
            return headers.names();
        }

        @Override
        public @Nullable String get(@Nullable MultiMap headers, String name) {
            // A state may come in several lines, which are one list; two parents are none (W3C Trace Context, 3.2 and
            // 3.3).
            return headers == null || !headers.contains(name) ? null : String.join(",", headers.getAll(name));
        }
    };

    private final Tracer tracer;

    Traces(Tracer tracer) {
        this.tracer = tracer;
    }

    /** A client's request has arrived; its head says which trace it belongs to, if to any. */
    RequestTrace arrived(HttpRequest request) {
        String method = HttpWords.method(request.method());
        Context parent = PROPAGATOR.extract(Context.root(), request.headers(), HEADERS);
        Span span = tracer.spanBuilder(HttpWords.name(method))
                .setSpanKind(SpanKind.SERVER)
                .setParent(parent)
                .startSpan();
        if (span.isRecording()) {
            span.setAttribute(HttpWords.METHOD, method);
            span.setAttribute(HttpWords.PROTOCOL, HttpWords.version(request.version()));
        }
        return new RequestTrace(tracer, span, parent.with(span), method);
    }
}
