// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.event.EventListener;
import dev.semel.micrometer.SemelMeters;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Optional;

/** All meters of a gateway: the engine's, its own, and the process's; and its spans. Safe for use by several threads. */
final class Metering implements AutoCloseable {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final GatewayMeters gateway = new GatewayMeters(registry);
    private final SemelMeters engine = SemelMeters.of(registry);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final Optional<Tracing> tracing;

    /** Also with spans, where somebody takes them. */
    Metering(Optional<TracingChoice> traced) {
        tracing = traced.map(choice -> Tracing.open(choice, registry));
        tracing.map(Tracing::traces).ifPresent(gateway::trace);
        List<MeterBinder> process = List.of(
                collections,
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ProcessorMetrics(),
                new FileDescriptorMetrics(),
                new UptimeMetrics());
        process.forEach(binder -> binder.bindTo(registry));
    }

    /** Opens what a configuration's routes will count: a counter that first appears as 1 is no increase to most monitoring systems. */
    void open(Configuration configuration) {
        gateway.open(configuration.routes());
        SemelMeters unused = SemelMeters.of(registry, configuration.operations());
    }

    GatewayMeters ofGateway() {
        return gateway;
    }

    Optional<Tracing> tracing() {
        return tracing;
    }

    /** Counts what engine and HTTP tell. */
    EventListener listener() {
        return engine;
    }

    /** As Prometheus reads it. */
    String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        tracing.ifPresent(Tracing::close);
        collections.close();
        registry.close();
    }
}
