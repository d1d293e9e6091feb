// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.HistoryLine;
import dev.semel.state.OnDoubt;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.time.Instant;

/**
 * What a command brings along that can end up in a record.
 *
 * @param claimId the claim's or settlement's id
 * @param fingerprint the claim's fingerprint
 * @param onDoubt the choice in doubt
 * @param answer the answer that it saves
 * @param settlement the line that it adds to the history
 */
record Asked(ClaimId claimId, Fingerprint fingerprint, OnDoubt onDoubt, Answer answer, HistoryLine settlement) {

    static final RecordId ID = new RecordId(new Tenant("t"), "charges.create", new IdempotencyKey("k-1"));
    static final ClaimId OTHER_CLAIM = new ClaimId(9, 9);
    static final ClaimId SETTLEMENT = new ClaimId(5, 5);
    static final Fingerprint OTHER_FINGERPRINT = Fingerprint.of("another payload");
    static final Saved SAVED = Saved.of("text/plain", new byte[] {4, 2});
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration MAX_DURATION = Duration.ofMinutes(10);
    static final Duration RETENTION = Duration.ofHours(24);

    /** An answer that no record should get. */
    static final Answer STRAY = new Answer(true, Saved.omitted("stray"), 99, 99, Instant.EPOCH);

    /** A line that no history should get. */
    static final HistoryLine STRAY_LINE = HistoryLine.began(99, Reason.SETTLED_RERUN, Instant.EPOCH);

    /** A command that brings nothing along: whatever of it is found in a record is a mistake. */
    static Asked nothing() {
        return new Asked(OTHER_CLAIM, OTHER_FINGERPRINT, OnDoubt.TAKE, STRAY, STRAY_LINE);
    }
}
