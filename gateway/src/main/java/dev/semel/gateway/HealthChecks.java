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
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
        Set<Upstream> dropped = new HashSet<>(timers.keySet());
        dropped.removeAll(wanted);
        dropped.forEach(upstream -> drop(upstream, wanted));
        for (Upstream upstream : wanted) {
            if (upstream.health().isPresent() && !timers.containsKey(upstream)) {
                HealthCheck check = upstream.health().get();
                timers.put(upstream, vertx.setPeriodic(0, check.every().toMillis(), tick -> ask(upstream, check)));
            }
        }
    }

    /** What it found out counts no longer, but for servers that the same upstream goes on checking in another way. */
    private void drop(Upstream upstream, Set<Upstream> wanted) {
        cancel(timers.remove(upstream));
        for (URI server : upstream.servers()) {
            if (wanted.stream().noneMatch(other -> isChecked(other, upstream.name(), server))) {
                health.of(upstream, server).unchecked();
            }
        }
    }

    private static boolean isChecked(Upstream upstream, String name, URI server) {
        return upstream.health().isPresent()
                && upstream.name().equals(name)
                && upstream.servers().contains(server);
    }

    private void cancel(@Nullable Long timer) {
        if (timer != null) {
            vertx.cancelTimer(timer);
        }
    }

    /** Nobody is asked any more. What is known stays: requests that are under way still go by it. */
    void close() {
        synchronized (this) {
            timers.values().forEach(this::cancel);
            timers.clear();
        }
        Waits.on(client.close());
    }

    private void ask(Upstream upstream, HealthCheck check) {
        for (URI server : upstream.servers()) {
            ask(server, upstream, check)
                    .timeout(check.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .onComplete(answered -> checked(
                            upstream,
                            server,
                            answered.succeeded() && answered.result() >= WELL_FROM && answered.result() <= WELL_TO));
        }
    }

    /** An answer that comes after its check was removed says nothing: it would be the last word on the server. */
    private synchronized void checked(Upstream upstream, URI server, boolean well) {
        if (timers.containsKey(upstream)) {
            health.of(upstream, server).checked(well);
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
