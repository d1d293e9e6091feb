// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Problem;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** How one request goes, for the meters: also by what the gateway has to say of its own. Used on the request's own event loop. */
final class Watched implements Dialect {

    private final Plan plan;
    private final Route route;
    private final @Nullable Tally tally;

    Watched(HttpServerRequest request, Plan plan, Route route) {
        this.plan = plan;
        this.route = route;
        this.tally = Tally.of(request);
        if (tally != null) {
            tally.goes(plan.meters().of(route.pattern()));
            RequestTrace trace = Tally.traceOf(request);
            if (trace != null) {
                trace.goes(route.pattern(), request.isSSL() ? "https" : "http");
            }
        }
    }

    void is(Outcome outcome) {
        if (tally != null) {
            tally.is(outcome);
        }
    }

    @Override
    public HttpAnswer answer(Problem problem) {
        if (plan.meters().failed(route.upstream(), problem.kind())) {
            is(Outcome.UPSTREAM_FAILED);
        }
        return plan.dialect().answer(problem);
    }
}
