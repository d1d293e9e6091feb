// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Abandon;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Giving a takeover up frees the key although the attempt before ended in doubt. In the field a slow store and one
 * retry are enough to charge the card twice.
 */
@Breaks("R7")
public final class AbandonFreesAnOlderDoubt extends OpenStore {

    public AbandonFreesAnOlderDoubt(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<Boolean> onAbandon(@Nullable KeyRecord record, Abandon abandon, Instant now) {
        Decision<Boolean> decision = super.onAbandon(record, abandon, now);
        if (decision.write() == null || decision.write().state() != State.IN_DOUBT) {
            return decision;
        }
        Edit freed = new Edit(decision.write());
        freed.state = State.RELEASED;
        return new Decision<>(true, freed.record());
    }
}
