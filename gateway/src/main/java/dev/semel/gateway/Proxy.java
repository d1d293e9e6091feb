// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.Intake;
import dev.semel.http.Reception;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** Passes requests on to upstreams; those of protected routes run once. One for each event loop. */
final class Proxy implements Handler<HttpServerRequest> {

    private final HttpIdempotency http;
    private final RouteTable routes;
    private final Dialect dialect;
    private final Calls calls;
    private final Context context;

    Proxy(HttpIdempotency http, RouteTable routes, Dialect dialect, Calls calls, Context context) {
        this.http = http;
        this.routes = routes;
        this.dialect = dialect;
        this.calls = calls;
        this.context = context;
    }

    @Override
    public void handle(HttpServerRequest request) {
        request.pause();
        ArrivedHead head = new ArrivedHead(request);
        Optional<Route> route = routes.route(head);
        if (route.isEmpty()) {
            refuse(request, dialect.answer(Trouble.NO_ROUTE));
        } else if (Tunnel.isAskedFor(request)) {
            tunnel(request, head, route.get());
        } else {
            http.receive(head).match(new Ways(request, route.get()));
        }
    }

    /** Behind a tunnel nobody can tell what runs, and so nothing of it can run once. */
    private void tunnel(HttpServerRequest request, ArrivedHead head, Route route) {
        boolean runsOnce =
                route.policy().isPresent() && !head.header("Idempotency-Key").isEmpty();
        if (runsOnce) {
            refuse(request, dialect.answer(Trouble.NO_TUNNEL));
        } else {
            new Tunnel(request, route.upstream(), dialect).begin(calls);
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

        Ways(HttpServerRequest request, Route route) {
            this.request = request;
            this.route = route;
        }

        @Override
        public Void passThrough() {
            new Passage(request, route.upstream(), dialect).begin(calls);
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
                            exchange -> new Attempt(request, exchange, route, dialect, context).begin(calls),
                            passed -> new Passage(request, route.upstream(), dialect)
                                    .begin(calls, passed.body(), context))
                    .read();
            return null;
        }
    }
}
