// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Begins requests to upstreams: a connection is there, and the head is as the upstream should see it. One for each event loop. */
final class Calls {

    private static final CharSequence FORWARDED = HttpHeaders.createOptimized("Forwarded");
    private static final CharSequence FORWARDED_FOR = HttpHeaders.createOptimized("X-Forwarded-For");
    private static final CharSequence FORWARDED_PROTO = HttpHeaders.createOptimized("X-Forwarded-Proto");
    private static final CharSequence FORWARDED_HOST = HttpHeaders.createOptimized("X-Forwarded-Host");
    private static final CharSequence ATTEMPT = HttpHeaders.createOptimized("Semel-Attempt");

    private final Vertx vertx;
    private final Pools pools;
    private final Health health;
    private final Supplier<RouteTable> routes;
    private final Map<Upstream, Reach> reaches = new HashMap<>();
    private @Nullable Upstream latest;
    private @Nullable Reach latestReach;

    /** What upstreams there are is said by the routes of now. */
    Calls(Vertx vertx, Pools pools, Health health, Supplier<RouteTable> routes) {
        this.vertx = vertx;
        this.pools = pools;
        this.health = health;
        this.routes = routes;
    }

    /** Until when an upstream must have answered. */
    Deadlines deadlines(Upstream upstream) {
        return reach(upstream).deadlines();
    }

    /** A request like the client's, of which nothing has been sent yet. */
    Future<HttpClientRequest> begin(HttpServerRequest arrived, Upstream upstream) {
        RequestTrace trace = Tally.traceOf(arrived);
        UpstreamTrace call = trace == null ? null : trace.calls(upstream);
        Future<HttpClientRequest> begun = reach(upstream)
                .open(arrived.method(), target(arrived))
                .map(request -> {
                    MultiMap headers = request.headers();
                    EndToEnd.copy(arrived.headers(), headers);
                    // Failures are told by the response that does not come; without this they would be logged as well.
                    request.exceptionHandler(failure -> {});
                    // The client's wish is fulfilled here: its body has been asked for.
                    headers.remove(HttpHeaders.EXPECT);
                    // Only the gateway says which attempt it is.
                    headers.remove(ATTEMPT);
                    forwarded(arrived, headers);
                    if (call != null) {
                        call.travels(headers);
                        call.begun(request);
                    }
                    return request;
                });
        return call == null ? begun : begun.onFailure(failure -> call.notBegun());
    }

    /** Most gateways have one upstream, and most requests the same one as the request before. */
    @SuppressWarnings("ReferenceEquality") // An equal one is found below.
    private Reach reach(Upstream upstream) {
        Reach found = latestReach;
        if (found == null || latest != upstream) {
            found = reaches.get(upstream);
            if (found == null) {
                // After a reload. A request of an earlier configuration may need another one once more.
                reaches.keySet().retainAll(routes.get().upstreams());
                found = new Reach(vertx, pools.keeping(upstream.keepAlive()), upstream, health);
                reaches.put(upstream, found);
            }
            latest = upstream;
            latestReach = found;
        }
        return found;
    }

    /** As it was sent: what it means is for the upstream to say. */
    private static String target(HttpServerRequest arrived) {
        return arrived.query() == null ? arrived.path() : arrived.path() + "?" + arrived.query();
    }

    /** Says who asked, and how; the upstream's own name is in Host. Of what the client says itself only the way it came is kept. */
    private static void forwarded(HttpServerRequest arrived, MultiMap headers) {
        String host = headers.get(HttpHeaders.HOST);
        headers.remove(HttpHeaders.HOST);
        String client = arrived.remoteAddress().hostAddress();
        String scheme = arrived.scheme();
        String name = host != null || arrived.authority() == null
                ? host
                : arrived.authority().toString();
        append(headers, FORWARDED_FOR, client);
        headers.set(FORWARDED_PROTO, scheme);
        if (name != null) {
            headers.set(FORWARDED_HOST, name);
        }
        if (headers.contains(FORWARDED) && !isClosed(String.join(", ", headers.getAll(FORWARDED)))) {
            // A quotation that does not end would swallow the gateway's own word.
            headers.remove(FORWARDED);
        }
        append(headers, FORWARDED, way(client, name, scheme));
    }

    private static boolean isClosed(String list) {
        boolean quoted = false;
        for (int i = 0; i < list.length(); i++) {
            if (quoted && list.charAt(i) == '\\') {
                i++;
            } else if (list.charAt(i) == '"') {
                quoted = !quoted;
            }
        }
        return !quoted;
    }

    private static String way(String client, @Nullable String name, String scheme) {
        StringBuilder way = new StringBuilder(96).append("for=");
        if (client.indexOf(':') >= 0) {
            way.append("\"[").append(client).append("]\"");
        } else {
            way.append(client);
        }
        if (name != null) {
            way.append(";host=\"")
                    .append(name.replace("\"", "").replace("\\", ""))
                    .append('"');
        }
        return way.append(";proto=").append(scheme).toString();
    }

    /** Several lines of a list are one list (RFC 9110, section 5.3): none of them is lost, and the gateway's word is the last. */
    private static void append(MultiMap headers, CharSequence name, String value) {
        boolean alone = !headers.contains(name);
        headers.set(name, alone ? value : String.join(", ", headers.getAll(name)) + ", " + value);
    }
}
