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
 * A settlement leaves the attempt's claim in place. In the field an attempt that comes back late answers over the
 * operator's decision.
 */
@Breaks("R16")
public final class SettledAttemptStillWrites extends OpenStore {

    public SettledAttemptStillWrites(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<SettleAnswer> onSettle(@Nullable KeyRecord record, Settle settle, Instant now) {
        Decision<SettleAnswer> decision = super.onSettle(record, settle, now);
        if (decision.write() == null) {
            return decision;
        }
        Edit unfenced = new Edit(decision.write());
        unfenced.claimId = settle.claimId();
        return new Decision<>(new SettleAnswer.Settled(new Sighting(unfenced.record(), now)), unfenced.record());
    }
}
