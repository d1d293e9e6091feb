// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.HttpServerMetrics;
import io.vertx.core.spi.observability.HttpRequest;
import io.vertx.core.spi.observability.HttpResponse;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Hears of every request's beginning and end, whoever answers it. Safe for use by several threads. */
final class RequestWatch implements HttpServerMetrics<Tally, Object> {

    private static final Set<HttpMethod> SAFE =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.TRACE);
    private static final String REPLAY_MARK = "Idempotent-Replayed";

    private final RouteMeters noRoute;
    private final LongAdder inFlight;
    private final @Nullable Traces traces;

    RequestWatch(RouteMeters noRoute, LongAdder inFlight, @Nullable Traces traces) {
        this.traces = traces;
        this.noRoute = noRoute;
        this.inFlight = inFlight;
    }

    @Override
    public Tally requestBegin(SocketAddress client, HttpRequest request) {
        inFlight.increment();
        return new Tally(noRoute, SAFE.contains(request.method()), traces == null ? null : traces.arrived(request));
    }

    @Override
    public void responseBegin(Tally tally, HttpResponse response) {
        tally.answered(response.statusCode(), response.headers().contains(REPLAY_MARK));
    }

    @Override
    public void responseEnd(Tally tally, HttpResponse response, long bytes) {
        end(tally);
    }

    @Override
    public void requestReset(Tally tally) {
        tally.is(Outcome.BROKEN);
        end(tally);
    }

    /** What goes on is no request any more. */
    @Override
    public void requestUpgraded(Tally tally) {
        end(tally);
    }

    private void end(Tally tally) {
        if (tally.end()) {
            inFlight.decrement();
        }
    }
}
