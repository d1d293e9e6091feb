// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import io.micrometer.observation.Observation;
import java.util.Optional;

/** Where requests are found in a tracing system, and what leads from one to another. */
interface Links {

    /** There is no tracing system. */
    Links NONE = new Links() {
        @Override
        public Optional<String> trace(Observation.ContextView observed) {
            return Optional.empty();
        }

        @Override
        public void link(Observation.ContextView observed, String original) {}
    };

    /** The observed request, as a {@code traceparent}. */
    Optional<String> trace(Observation.ContextView observed);

    /** Leads from the observed request to the one that is found there. */
    void link(Observation.ContextView observed, String original);
}
