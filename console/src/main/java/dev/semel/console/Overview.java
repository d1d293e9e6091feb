// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is going on, and what there is. Safe for use by several threads. */
final class Overview {

    private final Statistics statistics;
    private final Supplier<Catalogue> catalogue;
    private final Desk desk;
    private final StoreHealth health;

    Overview(ConsoleBuilder settings, Desk desk) {
        this.statistics = settings.statistics;
        this.catalogue = settings.catalogue;
        this.desk = desk;
        this.health = new StoreHealth(desk, System::nanoTime);
    }

    /** With the name of whoever asks: in one browser it may be somebody else than the page was opened for. */
    CompletionStage<Map<String, @Nullable Object>> read(Caller caller) {
        return health.view().thenApply(store -> {
            Statistics.Reading reading = statistics.read();
            Map<String, @Nullable Object> view = new LinkedHashMap<>();
            view.put("now", reading.now().toString());
            view.put("startedAt", reading.start().toString());
            view.put("outcomes", outcomes(reading.counters()));
            view.put("latency", quantiles(reading.latency()));
            view.put(
                    "latencySeconds",
                    Statistics.INTERVAL.multipliedBy(Statistics.RECENT).toSeconds());
            view.put("sampleSeconds", Statistics.INTERVAL.toSeconds());
            view.put("history", reading.history().stream().map(Overview::sample).toList());
            view.put("operations", operations(reading));
            view.put("store", store);
            view.put("keyHashShared", desk.isHashShared());
            view.put("user", caller.user());
            return view;
        });
    }

    private static Map<String, @Nullable Object> sample(Statistics.Sample sample) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("at", sample.at().toString());
        view.put("outcomes", outcomes(sample.counters()));
        view.put("latency", quantiles(sample.latency()));
        return view;
    }

    private static List<Map<String, @Nullable Object>> operations(Statistics.Reading reading) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        reading.operations().forEach((name, counters) -> {
            Map<String, @Nullable Object> view = new LinkedHashMap<>();
            view.put("name", name);
            view.put("outcomes", outcomes(counters));
            all.add(view);
        });
        return all;
    }

    private static Map<String, @Nullable Object> outcomes(Map<Outcome, Long> counters) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            view.put(outcome.word(), counters.getOrDefault(outcome, 0L));
        }
        return view;
    }

    private static Map<String, @Nullable Object> quantiles(Histogram latency) {
        boolean some = latency.count() > 0;
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("count", latency.count());
        view.put("p50", some ? latency.quantile(0.5) : null);
        view.put("p95", some ? latency.quantile(0.95) : null);
        view.put("p99", some ? latency.quantile(0.99) : null);
        return view;
    }

    Map<String, @Nullable Object> operations() {
        Catalogue known = catalogue.get();
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put(
                "operations",
                known.operations().stream()
                        .map(operation -> RecordViews.operation(operation, known))
                        .toList());
        view.put("routes", known.routes().stream().map(Overview::route).toList());
        return view;
    }

    private static Map<String, @Nullable Object> route(Catalogue.Route route) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("path", route.path());
        view.put("methods", List.copyOf(new TreeSet<>(route.methods())));
        view.put("target", route.target());
        view.put("operation", route.operation().orElse(null));
        return view;
    }
}
