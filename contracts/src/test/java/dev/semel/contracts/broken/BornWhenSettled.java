// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A settlement counts as the birth of its record. In the field the row is written anew.
 */
@Breaks("R3")
public final class BornWhenSettled extends OpenStore {

    public BornWhenSettled(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<SettleAnswer> onSettle(@Nullable KeyRecord record, Settle settle, Instant now) {
        Decision<SettleAnswer> decision = super.onSettle(record, settle, now);
        if (decision.write() == null) {
            return decision;
        }
        Edit born = new Edit(decision.write());
        born.createdAt = now;
        return new Decision<>(new SettleAnswer.Settled(new Sighting(born.record(), now)), born.record());
    }
}
