// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What a store should be: {@link dev.semel.state.Transitions} over a map, on a clock that only a test moves. */
final class Model {

    private final Map<RecordId, KeyRecord> records = new HashMap<>();
    private Instant now = Instant.parse("2025-01-01T00:00:00Z");

    Instant now() {
        return now;
    }

    void elapse(Duration duration) {
        now = now.plus(duration);
    }

    /** Applies a transition and gives the answer that it decides. */
    <A> A apply(RecordId id, BiFunction<@Nullable KeyRecord, Instant, Decision<A>> transition) {
        Decision<A> decision = transition.apply(records.get(id), now);
        if (decision.write() != null) {
            records.put(id, decision.write());
        }
        return decision.answer();
    }

    Optional<Sighting> find(RecordId id) {
        return Optional.ofNullable(records.get(id))
                .filter(record -> !record.expiredAt(now))
                .map(record -> new Sighting(record, now));
    }
}
