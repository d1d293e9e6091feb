// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Grants a takeover of a doubtful record in words only. In the field the old attempt is not fenced out, and the
 * next caller takes over as well.
 */
@Breaks("T5")
public final class GrantsWithoutWriting extends OpenStore {

    public GrantsWithoutWriting(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        boolean takeover = record != null && record.state() == State.IN_DOUBT && decision.write() != null;
        return takeover ? new Decision<>(decision.answer(), null) : decision;
    }
}
