// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Saved;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ground truth: what the handlers really did downstream. Reconcilers and operators may ask it. */
final class Ledger {

    /** A record between two expiries. */
    private record Life(RecordId id, Instant createdAt) {}

    /** One effect: what it was, and by which attempt. */
    record Effect(int attempt, Saved answer) {}

    private final Map<Life, List<Effect>> effects = new HashMap<>();

    /** Notes an effect and answers how many there are now. */
    int add(KeyRecord record, Saved answer) {
        List<Effect> all = effects.computeIfAbsent(life(record), life -> new ArrayList<>());
        all.add(new Effect(record.attempt(), answer));
        return all.size();
    }

    /** What happened first, if anything did. */
    Optional<Effect> find(RecordId id, Instant createdAt) {
        return effects.getOrDefault(new Life(id, createdAt), List.of()).stream().findFirst();
    }

    private static Life life(KeyRecord record) {
        return new Life(record.id(), record.createdAt());
    }
}
