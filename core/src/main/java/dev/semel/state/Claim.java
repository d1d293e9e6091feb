// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.Fingerprint;
import dev.semel.InvalidValueException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The question who runs. One atomic operation of the store decides it and records the decision (R1).
 *
 * @param id whose record
 * @param fingerprint what the key is used for
 * @param claimId the caller's own name for this claim (R7)
 * @param lease how long the attempt may run without a renewal
 * @param maxDuration how long it may run with renewals
 * @param retention how long the answer is kept after completion
 * @param onDoubt whether a doubtful record may be taken over
 * @param rerunBelow saved answers of a lower schema version are run again (R20); 0 for never
 * @param keyAge refuses an old key where the claim would create a record (R14); null to accept any
 */
public record Claim(
        RecordId id,
        Fingerprint fingerprint,
        ClaimId claimId,
        Duration lease,
        Duration maxDuration,
        Duration retention,
        OnDoubt onDoubt,
        int rerunBelow,
        @Nullable KeyAge keyAge) {

    /** The longest time that every store's clock can be moved by. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    public Claim {
        requirePositive(lease, "lease");
        requirePositive(maxDuration, "maxDuration");
        requirePositive(retention, "retention");
        if (rerunBelow < 0) {
            throw new InvalidValueException("rerunBelow is a schema version, at least 0, not " + rerunBelow);
        }
    }

    static void requirePositive(Duration duration, String name) {
        if (duration.isZero() || duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new InvalidValueException(name + " must be positive and at most " + LONGEST + ", not " + duration);
        }
    }
}
