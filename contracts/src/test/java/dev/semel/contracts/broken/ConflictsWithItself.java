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
 * A claim that is sent again finds its own record and takes it for somebody else's. In the field one lost reply
 * means a lease's length of 409 with nobody at work.
 */
@Breaks("T24")
public final class ConflictsWithItself extends OpenStore {

    public ConflictsWithItself(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        boolean own = record != null && record.claimId().equals(claim.claimId()) && record.leaseLiveAt(now);
        return own
                ? new Decision<>(new ClaimAnswer.InProgress(new Sighting(record, now)), null)
                : super.onClaim(record, claim, now);
    }
}
