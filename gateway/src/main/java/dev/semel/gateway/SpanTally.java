// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;

/** What became of spans: numbers for the meters, and one line in the log when the collector stops taking them. Used by one thread, but for {@link #dropped}. */
final class SpanTally {

    private static final System.Logger LOG = System.getLogger("dev.semel.gateway");

    private final Counter exported;
    private final Counter failed;
    private final Counter dropped;
    private final String place;
    private boolean failing;

    SpanTally(MeterRegistry registry, URI endpoint) {
        exported = counter(registry, "exported");
        failed = counter(registry, "failed");
        dropped = counter(registry, "dropped");
        place = endpoint.getScheme() + "://" + endpoint.getRawAuthority();
    }

    private static Counter counter(MeterRegistry registry, String result) {
        return Counter.builder("semel.gateway.spans")
                .description("Spans that have ended, by what became of them")
                .tag("result", result)
                .register(registry);
    }

    /** There was no room for them. */
    void dropped(int spans) {
        dropped.increment(spans);
    }

    void sent(int spans, boolean taken) {
        (taken ? exported : failed).increment(spans);
        if (taken == failing) {
            failing = !taken;
            say();
        }
    }

    private void say() {
        if (failing) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "spans are LOST: the collector at {0} does not take them; requests are not affected. This is said once; semel_gateway_spans_total counts them; see docs/tracing.md#a-collector-that-takes-nothing",
                    place);
        } else {
            LOG.log(System.Logger.Level.INFO, "the collector at {0} takes spans again", place);
        }
    }
}
