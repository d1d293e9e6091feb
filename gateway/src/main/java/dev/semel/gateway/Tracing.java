// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.opentelemetry.SemelTracing;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The gateway's tracing system: which traces are kept, and the way to their collector. Safe for use by several threads. */
final class Tracing implements AutoCloseable {

    /** Kept, since a logger that nobody holds forgets its level. */
    private static final Logger EXPORTERS = Logger.getLogger("io.opentelemetry.exporter");

    private final TracingChoice choice;
    private final SdkTracerProvider provider;
    private final Traces traces;
    private final SemelTracing watcher;

    private Tracing(TracingChoice choice, SdkTracerProvider provider) {
        this.choice = choice;
        this.provider = provider;
        OpenTelemetry openTelemetry = OpenTelemetrySdk.builder()
                .setTracerProvider(provider)
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
        this.traces = new Traces(openTelemetry.getTracer("dev.semel.gateway", Main.version()));
        this.watcher = SemelTracing.of(openTelemetry);
    }

    static Tracing open(TracingChoice choice, MeterRegistry registry) {
        // It repeats itself while a collector is away, with a stack trace each time; the gateway says it once.
        EXPORTERS.setLevel(Level.OFF);
        SpanQueue queue = new SpanQueue(
                exporter(choice), new SpanTally(registry, choice.endpoint()), choice.queue(), choice.timeout());
        return new Tracing(
                choice,
                SdkTracerProvider.builder()
                        .setResource(resource(choice))
                        .setSampler(sampler(choice))
                        .setMeterProvider(MeterProvider::noop)
                        .addSpanProcessor(queue)
                        .build());
    }

    private static SpanExporter exporter(TracingChoice choice) {
        OtlpHttpSpanExporterBuilder settings = OtlpHttpSpanExporter.builder()
                .setEndpoint(choice.endpoint().toString())
                .setTimeout(choice.timeout())
                .setConnectTimeout(choice.timeout())
                // One that is away is asked with the next batch, and not five times with this one while the queue runs
                // over.
                .setRetryPolicy(null)
                .setMeterProvider(MeterProvider.noop());
        choice.headers().forEach(settings::addHeader);
        return settings.build();
    }

    private static Resource resource(TracingChoice choice) {
        return Resource.getDefault()
                .merge(Resource.create(Attributes.of(
                        AttributeKey.stringKey("service.name"), choice.service(),
                        AttributeKey.stringKey("service.version"), Main.version(),
                        AttributeKey.stringKey("service.instance.id"),
                                UUID.randomUUID().toString())));
    }

    private static Sampler sampler(TracingChoice choice) {
        Sampler own = choice.sampling() >= 1
                ? Sampler.alwaysOn()
                : choice.sampling() <= 0 ? Sampler.alwaysOff() : Sampler.traceIdRatioBased(choice.sampling());
        return choice.parentBased() ? Sampler.parentBased(own) : own;
    }

    /** Of requests and calls. */
    Traces traces() {
        return traces;
    }

    /** Of what runs once. */
    SemelTracing watcher() {
        return watcher;
    }

    /** What has ended is sent, if the collector takes it; one that does not is not waited for longer than for a batch or two. */
    @Override
    public void close() {
        provider.shutdown().join(choice.timeout().plusSeconds(2).toMillis() * 2, TimeUnit.MILLISECONDS);
    }
}
