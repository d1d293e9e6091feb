// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Links by Micrometer Tracing: a replay has a span of its own, with a link to the original's, since links are made with spans. */
final class TracingLinks implements Links {

    private static final String ZEROS = "0".repeat(16);

    private final Tracer tracer;

    TracingLinks(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public Optional<String> trace(Observation.ContextView observed) {
        return span(observed)
                .map(Span::context)
                // Nobody keeps what is not sampled: a link would lead nowhere, and cost bytes in every record.
                .filter(context -> !Boolean.FALSE.equals(context.sampled()))
                .map(TracingLinks::traceparent);
    }

    private static Optional<Span> span(Observation.ContextView observed) {
        @Nullable TracingContext tracing = observed.get(TracingContext.class);
        return tracing == null ? Optional.empty() : Optional.ofNullable(tracing.getSpan());
    }

    private static String traceparent(TraceContext context) {
        // Some systems have ids of half the length.
        String id = context.traceId().length() == 16 ? ZEROS + context.traceId() : context.traceId();
        return "00-" + id + "-" + context.spanId() + (Boolean.TRUE.equals(context.sampled()) ? "-01" : "-00");
    }

    @Override
    public void link(Observation.ContextView observed, String original) {
        String[] parts = original.split("-", -1);
        TraceContext linked = tracer.traceContextBuilder()
                .traceId(parts[1])
                .spanId(parts[2])
                // The lowest of its bits; others may be set, as the one for random ids.
                .sampled((Integer.parseInt(parts[3], 16) & 1) == 1)
                .build();
        Span.Builder replay = tracer.spanBuilder().name("semel replay").addLink(new Link(linked));
        span(observed).ifPresent(span -> replay.setParent(span.context()));
        replay.start().end();
    }
}
