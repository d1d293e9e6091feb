// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import java.time.Duration;

/**
 * The end of an attempt, written only if that attempt is still the current one (R10).
 *
 * @param id whose record
 * @param attempt the attempt that ends
 * @param claimId its claim
 * @param ending how it ends
 * @param retention how long the record is kept from now on
 * @param onDoubt under {@link OnDoubt#HOLD} a doubtful record does not expire (R5)
 */
public record Finish(RecordId id, int attempt, ClaimId claimId, Ending ending, Duration retention, OnDoubt onDoubt) {

    public Finish {
        Claim.requirePositive(retention, "retention");
    }
}
