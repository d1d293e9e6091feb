// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The meters of one route. They are found by numbers, since asking the registry costs more than counting. Safe for several threads. */
final class RouteMeters {

    /** Status classes: none (no answer began), 1xx to 5xx. */
    private static final int CLASSES = 6;

    private static final int OUTCOMES = Outcome.values().length;
    private static final String[] STATUS = {"none", "1xx", "2xx", "3xx", "4xx", "5xx"};
    private static final Duration[] BOUNDS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30)
    };

    private final MeterRegistry registry;
    private final String route;
    private final Timer durations;
    private final AtomicReferenceArray<Counter> requests = new AtomicReferenceArray<>(2 * CLASSES * OUTCOMES);

    RouteMeters(MeterRegistry registry, String route) {
        this.registry = registry;
        this.route = route;
        this.durations = Timer.builder("semel.gateway.duration")
                .description("Requests, from their head to the end of their answer")
                .tag("route", route)
                .serviceLevelObjectives(BOUNDS)
                .register(registry);
    }

    /** Those that alerts look at are there from the start, as zeros. */
    void open(boolean isProtected) {
        counter(true, 2, Outcome.PASSED);
        counter(false, 2, isProtected ? Outcome.RAN : Outcome.PASSED);
        counter(false, 5, Outcome.REFUSED);
        counter(true, 5, Outcome.UPSTREAM_FAILED);
        counter(false, 5, Outcome.UPSTREAM_FAILED);
    }

    void count(boolean safe, int status, Outcome outcome, long nanos) {
        counter(safe, Math.min(status / 100, CLASSES - 1), outcome).increment();
        durations.record(nanos, TimeUnit.NANOSECONDS);
    }

    @SuppressWarnings("EnumOrdinal") // A place in this array, which nobody keeps.
    private Counter counter(boolean safe, int status, Outcome outcome) {
        int place = ((safe ? 0 : 1) * CLASSES + status) * OUTCOMES + outcome.number();
        Counter known = requests.get(place);
        if (known != null) {
            return known;
        }
        Counter registered = Counter.builder("semel.gateway.requests")
                .description("Requests that have ended")
                .tags("route", route, "method", safe ? "safe" : "unsafe")
                .tags("status", STATUS[status], "outcome", outcome.word())
                .register(registry);
        requests.set(place, registered);
        return registered;
    }
}
