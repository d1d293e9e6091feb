// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

/** The span of one request, from its head to the end of its answer. Used on the request's own event loop. */
final class RequestTrace {

    private static final int SERVER_ERROR = 500;

    private final Tracer tracer;
    private final Span span;
    private final Context context;
    private final String method;

    RequestTrace(Tracer tracer, Span span, Context context, String method) {
        this.tracer = tracer;
        this.span = span;
        this.context = context;
        this.method = method;
    }

    /** What its parts are below of. */
    Context context() {
        return context;
    }

    /** Which route it goes: the pattern, and not the path. */
    void goes(String pattern, String scheme) {
        if (span.isRecording()) {
            span.updateName(HttpWords.name(method) + " " + pattern);
            span.setAttribute(HttpWords.ROUTE, pattern);
            span.setAttribute(HttpWords.SCHEME, scheme);
        }
    }

    /** A call of an upstream begins. Where nobody keeps the trace it has no span of its own. */
    UpstreamTrace calls(Upstream upstream) {
        if (!span.isRecording()) {
            return new UpstreamTrace(Span.getInvalid(), context);
        }
        Span call = tracer.spanBuilder(HttpWords.name(method))
                .setSpanKind(SpanKind.CLIENT)
                .setParent(context)
                .setAttribute(HttpWords.METHOD, method)
                .setAttribute(HttpWords.UPSTREAM, upstream.name())
                .startSpan();
        return new UpstreamTrace(call, context.with(call));
    }

    /** The answer is whole, or never will be; a status of 0 where none began. */
    void ended(int status, Outcome outcome) {
        if (span.isRecording()) {
            span.setAttribute(HttpWords.OUTCOME, outcome.word());
            if (status > 0) {
                span.setAttribute(HttpWords.STATUS, (long) status);
            }
            if (status >= SERVER_ERROR) {
                failed(Integer.toString(status));
            } else if (outcome == Outcome.BROKEN) {
                failed(outcome.word());
            }
        }
        span.end();
    }

    private void failed(String type) {
        span.setAttribute(HttpWords.ERROR, type);
        span.setStatus(StatusCode.ERROR);
    }
}
