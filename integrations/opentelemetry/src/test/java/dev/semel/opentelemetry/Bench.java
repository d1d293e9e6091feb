// SPDX-License-Identifier: Apache-2.0
package dev.semel.opentelemetry;

import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.testkit.ManualClock;
import dev.semel.testkit.ManualTimers;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An engine on a clock that is moved by hand, and a tracing system that keeps its spans for whoever asks. */
final class Bench implements AutoCloseable {

    static final Duration LEASE = Duration.ofSeconds(30);
    static final Operation CHARGE = Operation.named("charges.create")
            .lease(LEASE)
            .inDoubt(InDoubt.rerun())
            .build();
    static final String TENANT = "acct-of-somebody";
    static final String PAYLOAD = "a body that is nobody's business";

    private final ManualClock clock = ManualClock.create();
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final SdkTracerProvider provider;
    private final Idempotency engine;
    final OpenTelemetry openTelemetry;

    Bench() {
        this(Sampler.parentBased(Sampler.alwaysOn()));
    }

    Bench(Sampler sampler) {
        provider = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                .setSampler(sampler)
                .build();
        openTelemetry = OpenTelemetrySdk.builder()
                .setTracerProvider(provider)
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
        engine = Idempotency.builder(MemoryStore.on(clock))
                .developmentMode()
                .withoutLog()
                .executor(Runnable::run)
                .timers(ManualTimers.create())
                .drainTime(Duration.ZERO)
                .build();
    }

    Idempotency engine() {
        return engine;
    }

    static Intent intent(Operation operation, String key, String payload) {
        return new Intent(operation, new Tenant(TENANT), new IdempotencyKey(key), Fingerprint.of(payload));
    }

    void elapse(Duration time) {
        clock.advance(time);
    }

    /** In the order in which they ended. */
    List<SpanData> spans() {
        return exporter.getFinishedSpanItems();
    }

    SpanData last() {
        List<SpanData> all = spans();
        return all.get(all.size() - 1);
    }

    static @Nullable String word(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.stringKey(attribute));
    }

    static @Nullable Long number(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.longKey(attribute));
    }

    @Override
    public void close() {
        engine.close();
        provider.close();
    }
}
