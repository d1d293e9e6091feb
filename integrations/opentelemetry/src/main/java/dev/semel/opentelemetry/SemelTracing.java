// SPDX-License-Identifier: Apache-2.0
package dev.semel.opentelemetry;

import dev.semel.Idempotency;
import dev.semel.http.RequestHead;
import dev.semel.http.RequestWatch;
import dev.semel.key.KeyHash;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Optional;

/**
 * A span for each protected request, and for each call of an engine. Keys, tenants and bodies are in none (R27). Safe for use by
 * several threads.
 *
 * <pre>{@code
 * HttpIdempotency.builder(engine).watcher(SemelTracing.of(openTelemetry));
 * Idempotency traced = SemelTracing.of(openTelemetry).around(engine);
 * }</pre>
 *
 * <p>One or the other: a request that is watched needs no engine that makes spans as well.
 */
public final class SemelTracing implements RequestWatch.Watcher {

    /** The attribute of a {@link RequestHead} that is the span's parent, as a {@link Context}, where an adapter knows it. */
    public static final String PARENT = "dev.semel.opentelemetry.parent";

    private static final String SCOPE = "dev.semel";

    private final Tracer tracer;
    private final TextMapPropagator propagator;

    private SemelTracing(Tracer tracer, TextMapPropagator propagator) {
        this.tracer = tracer;
        this.propagator = propagator;
    }

    /** Makes spans there. */
    public static SemelTracing of(OpenTelemetry openTelemetry) {
        return new SemelTracing(
                openTelemetry.getTracer(SCOPE), openTelemetry.getPropagators().getTextMapPropagator());
    }

    /** The same engine, of which each call is a span below the caller's; a handler's own spans are below that. */
    public Idempotency around(Idempotency engine) {
        return new TracedIdempotency(
                engine,
                intent -> OperationSpan.begin(
                        tracer, Context.current(), intent.operation().name()));
    }

    /**
     * Like {@link #around(Idempotency)}, with the hash that stands for the key in logs and events on each span. By it all calls of
     * one key are found: what a handler returns has no place for a trace, and so nothing else leads from a replay to its original.
     */
    public Idempotency around(Idempotency engine, KeyHash hash) {
        return new TracedIdempotency(engine, intent -> {
            OperationSpan span = OperationSpan.begin(
                    tracer, Context.current(), intent.operation().name());
            span.key(() -> hash.of(
                    intent.tenant().id(),
                    intent.operation().name(),
                    intent.key().value()));
            return span;
        });
    }

    /** Below the span that the adapter knows of, else the thread's current one, else the one that the request names. */
    @Override
    public RequestWatch begin(RequestHead head, String operation) {
        OperationSpan span = OperationSpan.begin(tracer, parent(head), operation);
        // What is not sampled costs nothing from here on.
        return span.isRecording() ? new WatchedRequest(span) : RequestWatch.NONE;
    }

    private Context parent(RequestHead head) {
        Optional<Object> known = head.attribute(PARENT);
        if (known.isPresent() && known.get() instanceof Context context) {
            return context;
        }
        Context current = Context.current();
        return Span.fromContext(current).getSpanContext().isValid()
                ? current
                : propagator.extract(current, head, HeadGetter.INSTANCE);
    }
}
