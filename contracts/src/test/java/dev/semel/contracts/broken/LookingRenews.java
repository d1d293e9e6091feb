// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Looking at a record renews its lease. In the field a crashed owner's lease never lapses as long as somebody
 * waits for it.
 */
@Breaks("R28")
public final class LookingRenews extends OpenStore {

    public LookingRenews(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        decide(id, (record, now) -> {
            boolean running = record != null && record.state() == State.IN_PROGRESS;
            if (!running) {
                return new Decision<>(false, null);
            }
            Edit renewed = new Edit(record);
            renewed.leaseUntil = now.plus(Duration.ofMinutes(10));
            return new Decision<>(true, renewed.record());
        });
        return super.find(id);
    }
}
