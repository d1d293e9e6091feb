// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Intake;
import dev.semel.http.Reception;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.function.Supplier;

/** Passes requests on to upstreams; those of protected routes run once. One for each event loop. */
final class Proxy implements Handler<HttpServerRequest> {

    private final Supplier<Plan> plans;
    private final Calls calls;
    private final Context context;

    Proxy(Supplier<Plan> plans, Calls calls, Context context) {
        this.plans = plans;
        this.calls = calls;
        this.context = context;
    }

    @Override
    public void handle(HttpServerRequest request) {
        request.pause();
        Plan plan = plans.get();
        ArrivedHead head = new ArrivedHead(request);
        Optional<Route> route = plan.routes().route(head);
        if (route.isEmpty()) {
            refuse(request, plan.dialect().answer(Trouble.NO_ROUTE));
        } else if (route.get().refusesLengthOf(request)) {
            HttpAnswer tooLarge = new Watched(request, plan, route.get()).answer(Trouble.TOO_LARGE);
            Refusal.send(request, tooLarge);
        } else if (Tunnel.isAskedFor(request)) {
            tunnel(request, head, new Watched(request, plan, route.get()), route.get());
        } else {
            plan.http().receive(head).match(new Ways(request, plan, route.get()));
        }
    }

    /** Behind a tunnel nobody can tell what runs, and so nothing of it can run once. */
    private void tunnel(HttpServerRequest request, ArrivedHead head, Watched watched, Route route) {
        boolean runsOnce =
                route.policy().isPresent() && !head.header("Idempotency-Key").isEmpty();
        if (runsOnce) {
            refuse(request, watched.answer(Trouble.NO_TUNNEL));
        } else {
            watched.is(Outcome.PASSED);
            new Tunnel(request, route.upstream(), watched).begin(calls);
        }
    }

    /** What the client still sends is read and forgotten, so that it gets to hear why. */
    private static void refuse(HttpServerRequest request, HttpAnswer answer) {
        request.resume();
        Reply.send(request.response(), answer);
    }

    /** Where a request goes once its head is known. */
    private final class Ways implements Reception.Cases<Void> {

        private final HttpServerRequest request;
        private final Route route;
        private final Watched watched;
        private final Dialect dialect;

        Ways(HttpServerRequest request, Plan plan, Route route) {
            this.request = request;
            this.route = route;
            this.watched = new Watched(request, plan, route);
            this.dialect = watched;
        }

        @Override
        public Void passThrough() {
            watched.is(Outcome.PASSED);
            new Passage(request, route.upstream(), dialect).begin(calls, route.bodyLimit());
            return null;
        }

        @Override
        public Void answer(HttpAnswer answer) {
            refuse(request, answer);
            return null;
        }

        @Override
        public Void read(Intake intake) {
            new Guarded(
                            request,
                            intake,
                            context,
                            exchange -> {
                                watched.is(Outcome.RAN);
                                new Attempt(request, exchange, route, dialect, context, calls).begin();
                            },
                            passed -> {
                                watched.is(Outcome.PASSED);
                                new Passage(request, route.upstream(), dialect).begin(calls, passed.body(), context);
                            })
                    .read();
            return null;
        }
    }
}
