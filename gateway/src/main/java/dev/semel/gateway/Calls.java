// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;

/** Begins requests to upstreams: a connection is there, and the head is as the upstream should see it. */
final class Calls {

    private final HttpClient client;

    Calls(HttpClient client) {
        this.client = client;
    }

    /** A request like the client's, of which nothing has been sent yet. */
    Future<HttpClientRequest> begin(HttpServerRequest arrived, Upstream upstream) {
        RequestOptions options = new RequestOptions()
                .setMethod(arrived.method())
                .setHost(upstream.host())
                .setPort(upstream.port())
                .setSsl(upstream.isTls())
                .setURI(target(arrived))
                .setConnectTimeout(upstream.connectTimeout().toMillis());
        upstream.trust().ifPresent(trust -> options.setSslOptions(trust.options()));
        return client.request(options).map(request -> {
            EndToEnd.copy(arrived.headers(), request.headers());
            // Failures are told by the response that does not come; without this they would be logged as well.
            request.exceptionHandler(failure -> {});
            // The client's wish is fulfilled here: its body has been asked for.
            request.headers().remove("Expect");
            // Only the gateway says which attempt it is.
            request.headers().remove("Semel-Attempt");
            forwarded(arrived, request.headers());
            return request;
        });
    }

    /** As it was sent: what it means is for the upstream to say. */
    private static String target(HttpServerRequest arrived) {
        return arrived.query() == null ? arrived.path() : arrived.path() + "?" + arrived.query();
    }

    /** Says who asked, and how; the upstream's own name is in Host. Of what the client says itself only the way it came is kept. */
    private static void forwarded(HttpServerRequest arrived, MultiMap headers) {
        String host = headers.get("Host");
        headers.remove("Host");
        String client = arrived.remoteAddress().hostAddress();
        append(headers, "X-Forwarded-For", client);
        headers.set("X-Forwarded-Proto", arrived.scheme());
        String name = arrived.authority() == null ? host : arrived.authority().toString();
        if (name != null) {
            headers.set("X-Forwarded-Host", name);
        }
        boolean six = client.indexOf(':') >= 0;
        append(
                headers,
                "Forwarded",
                "for=" + (six ? "\"[" + client + "]\"" : client)
                        + (name == null ? "" : ";host=\"" + name.replace("\"", "") + "\"")
                        + ";proto=" + arrived.scheme());
    }

    private static void append(MultiMap headers, String name, String value) {
        String before = headers.get(name);
        headers.set(name, before == null ? value : before + ", " + value);
    }
}
