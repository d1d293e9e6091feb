// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.RequestHead;
import dev.semel.http.RequestWatch;
import dev.semel.state.Reason;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Observes each protected request from its head to the decision, as {@code semel.admission} below the server's own observation:
 * a timer and, with a tracing system, a span. Tags are the operation and a word from a short list (R27). Safe for use by several
 * threads.
 */
final class ObservedRequests implements RequestWatch.Watcher {

    static final String NAME = "semel.admission";

    /** Where WebFlux keeps the context of its own observation: it is on no thread. */
    private static final String REACTIVE_CONTEXT =
            "org.springframework.http.server.reactive.observation.ServerRequestObservationContext";

    private final ObservationRegistry registry;
    private final Links links;

    ObservedRequests(ObservationRegistry registry, Links links) {
        this.registry = registry;
        this.links = links;
    }

    @Override
    public RequestWatch begin(RequestHead head, String operation) {
        if (registry.isNoop()) {
            return RequestWatch.NONE;
        }
        Observation.Context context = new Observation.Context();
        Optional<Object> server = head.attribute(REACTIVE_CONTEXT);
        if (server.isPresent() && server.get() instanceof Observation.Context known) {
            context.setParentObservation(() -> known);
        }
        Observation observation = Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName("semel admission")
                .lowCardinalityKeyValue("operation", operation)
                // All series of a name have the same tags, also that of requests under way.
                .lowCardinalityKeyValue("outcome", "undecided")
                .start();
        return new Watch(observation, links);
    }

    private static final class Watch implements RequestWatch {

        private final Observation observation;
        private final Links links;
        private final AtomicBoolean ended = new AtomicBoolean();

        Watch(Observation observation, Links links) {
            this.observation = observation;
            this.links = links;
        }

        @Override
        public Optional<String> trace() {
            return links.trace(observation.getContextView());
        }

        @Override
        public void replays(String original) {
            observation.highCardinalityKeyValue("original", original);
            links.link(observation.getContextView(), original);
        }

        /** Not for the timer, whose series are counted: only a span has room for them. */
        @Override
        public void runs(int attempt, Reason reason) {
            observation.highCardinalityKeyValue("attempt", Integer.toString(attempt));
            observation.highCardinalityKeyValue("reason", word(reason));
        }

        @Override
        public void refuses(String cause) {
            observation.highCardinalityKeyValue("cause", cause);
        }

        private static String word(Reason reason) {
            return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @Override
        public void ended(String outcome) {
            if (ended.compareAndSet(false, true)) {
                observation.lowCardinalityKeyValue("outcome", outcome).stop();
            }
        }
    }
}
