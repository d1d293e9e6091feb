// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.Fingerprint;
import dev.semel.Saved;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that a record says apart from instants: two records of one history agree in it exactly, in every store. */
record Facts(
        RecordId id,
        State state,
        Fingerprint fingerprint,
        int attempt,
        ClaimId claimId,
        Reason reason,
        @Nullable Given answer,
        List<Line> history) {

    static Facts of(KeyRecord record) {
        return new Facts(
                record.id(),
                record.state(),
                record.fingerprint(),
                record.attempt(),
                record.claimId(),
                record.reason(),
                Given.of(record.answer()),
                record.history().lines().stream()
                        .map(line -> new Line(line.attempt(), line.reason(), line.who(), line.why()))
                        .toList());
    }

    record Given(boolean success, Saved saved, int schemaVersion, int attempt) {

        static @Nullable Given of(@Nullable Answer answer) {
            return answer == null
                    ? null
                    : new Given(answer.success(), answer.saved(), answer.schemaVersion(), answer.attempt());
        }
    }

    record Line(int attempt, Reason reason, String who, String why) {}
}
