// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import org.jspecify.annotations.Nullable;

/** What is counted of one request once it has ended. Used on the request's own event loop. */
final class Tally {

    private final boolean safe;
    private final long begin;
    private RouteMeters route;
    private Outcome outcome = Outcome.REFUSED;
    private int status;
    private final @Nullable RequestTrace trace;
    private boolean over;

    Tally(RouteMeters route, boolean safe, @Nullable RequestTrace trace) {
        this.route = route;
        this.trace = trace;
        this.safe = safe;
        this.begin = System.nanoTime();
    }

    /** That of a request, where its server counts. */
    static @Nullable Tally of(HttpServerRequest request) {
        return request instanceof HttpServerRequestInternal known && known.metric() instanceof Tally tally
                ? tally
                : null;
    }

    /** That of a request, where there is tracing. */
    static @Nullable RequestTrace traceOf(HttpServerRequest request) {
        Tally tally = of(request);
        return tally == null ? null : tally.trace;
    }

    @Nullable
    RequestTrace trace() {
        return trace;
    }

    void goes(RouteMeters way) {
        route = way;
    }

    void is(Outcome what) {
        outcome = what;
    }

    void answered(int code, boolean replayed) {
        status = code;
        if (replayed && outcome == Outcome.REFUSED) {
            outcome = Outcome.REPLAYED;
        }
    }

    /** Counts it, the first time. */
    boolean end() {
        boolean first = !over;
        over = true;
        if (first) {
            route.count(safe, status, outcome, System.nanoTime() - begin);
            if (trace != null) {
                trace.ended(status, outcome);
            }
        }
        return first;
    }
}
