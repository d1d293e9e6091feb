// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The second client looks at a replica that lags one write behind. In the field a waiter waits for a winner that
 * is done, and a retry is told of a conflict with nobody.
 */
@Breaks({"R28", "T22"})
public final class ReadsFromALaggingReplica extends OpenStore {

    private final Map<Object, KeyRecord> replica = new ConcurrentHashMap<>();

    public ReadsFromALaggingReplica(Shelf shelf) {
        super(shelf);
    }

    @Override
    public OpenStore another() {
        return new ReadsFromALaggingReplica(shelf);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        KeyRecord primary = shelf.records().get(slot(id));
        if (primary == null) {
            return super.find(id);
        }
        KeyRecord lagging = replica.put(slot(id), primary);
        KeyRecord seen = lagging == null ? primary : lagging;
        Instant now = now();
        return done(Optional.of(new Sighting(seen, now)).filter(sighting -> !seen.expiredAt(now)));
    }
}
