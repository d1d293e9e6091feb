// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Intake;
import dev.semel.http.Reception;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Optional;
import java.util.function.Supplier;

/** Passes requests on to upstreams; those of protected routes run once. One for each event loop. */
final class Proxy implements Handler<HttpServerRequest> {

    private static final String CONTINUE = "100-continue";

    private final Supplier<Plan> plans;
    private final Calls calls;
    private final Underway underway;
    private final Context context;

    Proxy(Supplier<Plan> plans, Calls calls, Underway underway, Context context) {
        this.plans = plans;
        this.calls = calls;
        this.underway = underway;
        this.context = context;
    }

    @Override
    public void handle(HttpServerRequest request) {
        request.pause();
        Plan plan = plans.get();
        ArrivedHead head = new ArrivedHead(request);
        Optional<KeyCounter> counter = plan.keyCounter().filter(here -> here.serves(head));
        if (counter.isPresent()) {
            goOn(request);
            plan.http().receive(head).match(new KeyIssue(request, counter.get(), plan, context));
            return;
        }
        Optional<Route> route = plan.routes().route(head);
        if (route.isEmpty()) {
            refuse(request, plan.dialect().answer(Trouble.NO_ROUTE));
        } else if (route.get().refusesLengthOf(request)) {
            HttpAnswer tooLarge = new Watched(request, plan, route.get()).answer(Trouble.TOO_LARGE);
            Refusal.send(request, tooLarge);
        } else {
            forward(request, head, plan, route.get());
        }
    }

    private void forward(HttpServerRequest request, ArrivedHead head, Plan plan, Route route) {
        goOn(request);
        if (Tunnel.isAskedFor(request)) {
            tunnel(request, head, new Watched(request, plan, route), route);
        } else {
            plan.http().receive(head).match(new Ways(request, plan, route));
        }
    }

    /** Not before: whoever announces too much shall keep it. */
    private static void goOn(HttpServerRequest request) {
        boolean understands = request.version() != HttpVersion.HTTP_1_0;
        if (understands && CONTINUE.equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
            request.response().writeContinue();
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
                                new Attempt(request, exchange, route, dialect, context, calls).begin(underway);
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
