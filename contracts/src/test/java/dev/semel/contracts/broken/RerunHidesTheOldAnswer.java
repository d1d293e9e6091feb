// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * While an older answer is run again nobody gets it. In the field one client that asks for the new shape turns the
 * replays of all others into 409.
 */
@Breaks("R20")
public final class RerunHidesTheOldAnswer extends OpenStore {

    public RerunHidesTheOldAnswer(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        boolean rerunning = record != null && record.leaseLiveAt(now) && record.answer() != null;
        boolean own = record != null && record.claimId().equals(claim.claimId());
        return rerunning && !own && record.fingerprint().equals(claim.fingerprint())
                ? new Decision<>(new ClaimAnswer.InProgress(new Sighting(record, now)), null)
                : super.onClaim(record, claim, now);
    }
}
