// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Transitions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The state machine with each of its decisions open to sabotage. */
class Machine {

    Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        return Transitions.onClaim(record, claim, now);
    }

    Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        return Transitions.onFinish(record, finish, now);
    }

    Decision<RenewAnswer> onRenew(@Nullable KeyRecord record, Renewal renewal, Instant now) {
        return Transitions.onRenew(record, renewal, now);
    }

    Decision<Boolean> onAbandon(@Nullable KeyRecord record, Abandon abandon, Instant now) {
        return Transitions.onAbandon(record, abandon, now);
    }

    Decision<SettleAnswer> onSettle(@Nullable KeyRecord record, Settle settle, Instant now) {
        return Transitions.onSettle(record, settle, now);
    }

    /** Whether a purge removes the record. */
    boolean isPurged(KeyRecord record, Instant now) {
        return record.expiredAt(now);
    }

    /** Under what the record is kept. */
    RecordId keptUnder(RecordId id) {
        return id;
    }
}
