// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that an operator allowed is told that the one before did nothing. In the field the handler skips its
 * check, and the doubt that the operator left to it is forgotten.
 */
@Breaks("R16")
public final class SettledRerunLooksHarmless extends OpenStore {

    public SettledRerunLooksHarmless(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<SettleAnswer> onSettle(@Nullable KeyRecord record, Settle settle, Instant now) {
        Decision<SettleAnswer> decision = super.onSettle(record, settle, now);
        if (decision.write() == null || decision.write().reason() != Reason.SETTLED_RERUN) {
            return decision;
        }
        Edit harmless = new Edit(decision.write());
        harmless.reason = Reason.RELEASED;
        return new Decision<>(new SettleAnswer.Settled(new Sighting(harmless.record(), now)), harmless.record());
    }
}
