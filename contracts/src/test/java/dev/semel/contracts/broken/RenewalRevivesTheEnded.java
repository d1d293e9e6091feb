// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A renewal puts an ended record back in progress. In the field a heartbeat that crosses the completion wipes the
 * saved answer out.
 */
@Breaks("R10")
public final class RenewalRevivesTheEnded extends OpenStore {

    public RenewalRevivesTheEnded(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<RenewAnswer> onRenew(@Nullable KeyRecord record, Renewal renewal, Instant now) {
        KeyRecord present = present(record, now);
        if (present == null || !present.isHeldBy(renewal.attempt(), renewal.claimId())) {
            return super.onRenew(record, renewal, now);
        }
        Edit revived = new Edit(present);
        revived.state = State.IN_PROGRESS;
        revived.answer = null;
        return super.onRenew(revived.record(), renewal, now);
    }
}
