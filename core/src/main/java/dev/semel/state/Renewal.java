// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import java.time.Duration;

/**
 * The wish of a living attempt to keep its lease (R9).
 *
 * @param id whose record
 * @param attempt the attempt that lives
 * @param claimId its claim
 * @param lease how long the lease runs from the renewal on
 * @param retention how long the record outlives the lease
 */
public record Renewal(RecordId id, int attempt, ClaimId claimId, Duration lease, Duration retention) {

    public Renewal {
        Claim.requirePositive(lease, "lease");
        Claim.requirePositive(retention, "retention");
    }
}
