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
 * A claim that is sent again recognises itself but leaves the lease as it was. In the field the caller starts its
 * work with a lease that is nearly over.
 */
@Breaks("R7")
public final class RecognisesWithoutRenewing extends OpenStore {

    public RecognisesWithoutRenewing(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        boolean recognised = record != null
                && record.state() == State.IN_PROGRESS
                && record.claimId().equals(claim.claimId())
                && decision.answer() instanceof ClaimAnswer.Granted;
        return recognised ? new Edit(record).granted(now) : decision;
    }
}
