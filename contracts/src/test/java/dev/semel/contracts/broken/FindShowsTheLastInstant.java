// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Shows a record for a millisecond after it has expired, as a server does whose keys live to the end of the millisecond in
 * which they expire.
 */
@Breaks("R5")
public final class FindShowsTheLastInstant extends OpenStore {

    private static final Duration MILLISECOND = Duration.ofMillis(1);

    public FindShowsTheLastInstant(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        KeyRecord record = shelf.records().get(slot(id));
        Instant now = now();
        return done(Optional.ofNullable(record)
                .filter(it -> !it.expiredAt(now.minus(MILLISECOND)))
                .map(it -> new Sighting(it, now)));
    }
}
