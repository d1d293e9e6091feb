// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Takes over by removing the record and inserting a new one. In the field the attempt's number and reason are
 * lost: nobody knows that somebody may have charged the card before.
 */
@Breaks("T4")
public final class TakesOverByDeleteAndInsert extends OpenStore {

    public TakesOverByDeleteAndInsert(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        boolean takeover = record != null
                && decision.answer() instanceof ClaimAnswer.Granted granted
                && granted.sighting().record().attempt() > record.attempt()
                && granted.sighting().record().reason().followsDoubt();
        return takeover ? super.onClaim(null, claim, now) : decision;
    }
}
