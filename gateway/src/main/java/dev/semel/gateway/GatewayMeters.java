// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Problem;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpServerConfig;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.core.spi.metrics.HttpServerMetrics;
import io.vertx.core.spi.metrics.TransportMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the gateway counts besides the engine. Safe for use by several threads. */
final class GatewayMeters implements VertxMetricsFactory {

    private static final Map<Problem.Kind, String> FAILURES = Map.of(
            Problem.Kind.UPSTREAM_UNREACHABLE, "unreachable",
            Problem.Kind.UPSTREAM_FAILED, "broke-off",
            Problem.Kind.UPSTREAM_TIMEOUT, "timeout");

    private final MeterRegistry registry;
    private final Map<String, RouteMeters> routes = new ConcurrentHashMap<>();
    private final LongAdder inFlight = new LongAdder();
    private final LongAdder connections = new LongAdder();
    private final AtomicLong expiry = new AtomicLong();
    private volatile @Nullable Traces traces;

    GatewayMeters(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("semel.gateway.in.flight", inFlight, LongAdder::doubleValue)
                .description("Requests that have begun and not ended")
                .register(registry);
        Gauge.builder("semel.gateway.connections", connections, LongAdder::doubleValue)
                .description("Open connections of clients")
                .register(registry);
        Gauge.builder("semel.gateway.info", () -> 1)
                .description("The version that runs")
                .tag("version", Main.version())
                .register(registry);
        List.of("taken", "refused").forEach(this::reloads);
    }

    /** Requests of listeners that open from now on are traced, too: the server tells of their beginning and end in one place. */
    void trace(Traces all) {
        traces = all;
    }

    /** Of requests that no route fits. */
    RouteMeters ofNoRoute() {
        return of("none");
    }

    RouteMeters of(String pattern) {
        RouteMeters known = routes.get(pattern);
        return known != null ? known : routes.computeIfAbsent(pattern, absent -> new RouteMeters(registry, pattern));
    }

    /** Opens the meters of routes and upstreams. */
    void open(List<Route> all) {
        all.forEach(route -> {
            of(route.pattern()).open(route.policy().isPresent());
            FAILURES.values().forEach(kind -> failures(route.upstream().name(), kind));
        });
    }

    /** Counts an upstream that did not answer; false where it has nothing to do with this problem. */
    boolean failed(Upstream upstream, Problem.Kind kind) {
        String word = FAILURES.get(kind);
        if (word != null) {
            failures(upstream.name(), word).increment();
        }
        return word != null;
    }

    private Counter failures(String upstream, String kind) {
        return Counter.builder("semel.gateway.upstream.failures")
                .description("Requests that an upstream did not answer")
                .tags("upstream", upstream, "kind", kind)
                .register(registry);
    }

    /** The certificate that the listener shows from now on. */
    void shows(Tls tls) {
        long before = expiry.getAndSet(tls.expiry().getEpochSecond());
        if (before != 0) {
            return;
        }
        Gauge.builder("semel.gateway.certificate.expiry", expiry, AtomicLong::doubleValue)
                .description("When the listener's certificate expires, in seconds since 1970")
                .baseUnit("seconds")
                .register(registry);
    }

    /** A configuration was read again. */
    Counter reloads(String result) {
        return Counter.builder("semel.gateway.reloads")
                .description("Configurations that were read again")
                .tag("result", result)
                .register(registry);
    }

    @Override
    public VertxMetrics metrics(VertxOptions options) {
        return new VertxMetrics() {
            @Override
            public HttpServerMetrics<?, ?> createHttpServerMetrics(
                    HttpServerConfig config, SocketAddress tcp, SocketAddress udp) {
                return new RequestWatch(ofNoRoute(), inFlight, traces);
            }

            @Override
            public TransportMetrics<?> createTcpServerMetrics(
                    TcpServerConfig config, String protocol, SocketAddress address) {
                return new ConnectionWatch(connections);
            }
        };
    }
}
