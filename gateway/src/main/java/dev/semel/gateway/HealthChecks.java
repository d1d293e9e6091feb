// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Asks the servers of upstreams whether they are well, each as often as its upstream says. Safe for use by several threads. */
final class HealthChecks {

    private static final int WELL_FROM = 200;
    private static final int WELL_TO = 299;

    private final Vertx vertx;
    private final HttpClient client;
    private final Health health;
    private final Map<Upstream, Long> timers = new HashMap<>();

    HealthChecks(Vertx vertx, HttpClient client, Health health) {
        this.vertx = vertx;
        this.client = client;
        this.health = health;
    }

    /** From now on these are asked, and no others. */
    synchronized void watch(Collection<Upstream> upstreams) {
        Set<Upstream> wanted = Set.copyOf(upstreams);
        timers.entrySet().removeIf(entry -> !wanted.contains(entry.getKey()) && vertx.cancelTimer(entry.getValue()));
        for (Upstream upstream : wanted) {
            if (upstream.health().isPresent() && !timers.containsKey(upstream)) {
                HealthCheck check = upstream.health().get();
                timers.put(upstream, vertx.setPeriodic(0, check.every().toMillis(), tick -> ask(upstream, check)));
            }
        }
    }

    /** Nobody is asked any more. */
    void close() {
        watch(Set.of());
        Waits.on(client.close());
    }

    private void ask(Upstream upstream, HealthCheck check) {
        for (URI server : upstream.servers()) {
            ask(server, upstream, check)
                    .timeout(check.timeout().toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
                    .onComplete(answered -> health.of(server)
                            .checked(answered.succeeded()
                                    && answered.result() >= WELL_FROM
                                    && answered.result() <= WELL_TO));
        }
    }

    private Future<Integer> ask(URI server, Upstream upstream, HealthCheck check) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setAbsoluteURI(server.resolve(check.path()).toString())
                .setConnectTimeout(upstream.connectTimeout().toMillis())
                .setIdleTimeout(check.timeout().toMillis());
        upstream.trust().ifPresent(trust -> options.setSslOptions(trust.options()));
        return client.request(options)
                .compose(HttpClientRequest::send)
                .compose(answer -> answer.end().map(answer.statusCode()));
    }
}
