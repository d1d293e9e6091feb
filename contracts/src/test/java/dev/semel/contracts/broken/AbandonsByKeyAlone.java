// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Abandon;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Frees the key for whoever gives up. In the field a waiter that times out removes the living owner's record.
 */
@Breaks({"T1", "T3"})
public final class AbandonsByKeyAlone extends OpenStore {

    public AbandonsByKeyAlone(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<Boolean> onAbandon(@Nullable KeyRecord record, Abandon abandon, Instant now) {
        return record == null
                ? super.onAbandon(null, abandon, now)
                : super.onAbandon(record, new Abandon(abandon.id(), record.claimId()), now);
    }
}
