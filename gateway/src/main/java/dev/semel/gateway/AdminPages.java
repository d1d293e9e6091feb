// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

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
                .page("/health", () -> now(Page.json(200, Map.of("status", "up", "version", Main.version()))))
                .page("/ready", this::ready)
                .page("/metrics", () -> now(Page.metrics(metering.text())))
                .page("/config", () -> now(Page.json(200, EffectiveConfiguration.of(configurations.get()))));
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
