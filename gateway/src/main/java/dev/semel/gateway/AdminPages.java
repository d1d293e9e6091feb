// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What operators, load balancers and Prometheus read. Safe for use by several threads. */
final class AdminPages {

    private final Readiness readiness;
    private final Metering metering;
    private final Supplier<Configuration> configurations;

    AdminPages(Readiness readiness, Metering metering, Supplier<Configuration> configurations) {
        this.readiness = readiness;
        this.metering = metering;
        this.configurations = configurations;
    }

    AdminRouter router() {
        return new AdminRouter()
                .page("/health", request -> now(Page.json(200, Map.of("status", "up", "version", Main.version()))))
                .page("/ready", request -> ready())
                .page("/metrics", request -> now(Page.metrics(metering.text())))
                .page("/config", this::configuration);
    }

    private CompletionStage<Page> configuration(HttpServerRequest request) {
        Configuration now = configurations.get();
        return now(
                now.admin().console().access().isKnownAs(new AdminHead(request))
                        ? Page.json(200, EffectiveConfiguration.of(now))
                        : Page.text(
                                403,
                                "ask by address or as localhost, or name the host in console.origins: by a name that is"
                                        + " pointed at this machine, a page of another site could read the configuration"));
    }

    private static CompletionStage<Page> now(Page page) {
        return CompletableFuture.completedFuture(page);
    }

    private CompletionStage<Page> ready() {
        return readiness
                .problem()
                .thenApply(problem -> problem.map(why -> Page.json(503, Map.of("status", "not ready", "reason", why)))
                        .orElseGet(() -> Page.json(200, Map.of("status", "ready"))));
    }
}
