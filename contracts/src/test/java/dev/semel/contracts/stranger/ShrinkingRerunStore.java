// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Transitions;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Wrong: the renewal of a rerun (R20) sets the record's expiry to the lease's end plus the renewal's retention, instead
 * of leaving a later one alone. It shows only where the kept answer was saved under a longer retention than the
 * operation has now: a deploy that raises the schema version and lowers the retention.
 *
 * <p>Harm: the rerun ends without a new answer, the older one stands again, but it is forgotten days before the time that
 * was promised when it was saved. A retry after that charges the customer a second time (invariant 2, R13, R20).
 */
public final class ShrinkingRerunStore extends PlainStore {

    public ShrinkingRerunStore(InstantSource clock) {
        super(clock);
    }

    @Override
    RenewAnswer renewOne(Renewal renewal) {
        return decide(renewal.id(), (record, now) -> renewed(record, renewal, now));
    }

    private static Decision<RenewAnswer> renewed(@Nullable KeyRecord record, Renewal renewal, Instant now) {
        Decision<RenewAnswer> decision = Transitions.onRenew(record, renewal, now);
        KeyRecord write = decision.write();
        if (write == null || write.answer() == null) {
            return decision;
        }
        Instant expiry = write.leaseUntil().plus(renewal.retention());
        return new Decision<>(
                decision.answer(),
                new KeyRecord(
                        write.id(),
                        write.state(),
                        write.fingerprint(),
                        write.attempt(),
                        write.claimId(),
                        write.reason(),
                        write.answer(),
                        write.createdAt(),
                        write.leaseUntil(),
                        expiry,
                        write.history()));
    }
}
