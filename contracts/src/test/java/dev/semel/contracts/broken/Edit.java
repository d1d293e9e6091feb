// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.Fingerprint;
import dev.semel.state.Answer;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Decision;
import dev.semel.state.FinishAnswer;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A record that can be changed in ways that no transition would. */
final class Edit {

    RecordId id;
    State state;
    Fingerprint fingerprint;
    int attempt;
    ClaimId claimId;
    Reason reason;

    @Nullable
    Answer answer;

    Instant createdAt;
    Instant leaseUntil;
    Instant expiresAt;
    History history;

    Edit(KeyRecord record) {
        id = record.id();
        state = record.state();
        fingerprint = record.fingerprint();
        attempt = record.attempt();
        claimId = record.claimId();
        reason = record.reason();
        answer = record.answer();
        createdAt = record.createdAt();
        leaseUntil = record.leaseUntil();
        expiresAt = record.expiresAt();
        history = record.history();
    }

    KeyRecord record() {
        return new KeyRecord(
                id, state, fingerprint, attempt, claimId, reason, answer, createdAt, leaseUntil, expiresAt, history);
    }

    Decision<ClaimAnswer> granted(Instant now) {
        return new Decision<>(new ClaimAnswer.Granted(new Sighting(record(), now)), record());
    }

    Decision<FinishAnswer> applied(Instant now) {
        return new Decision<>(new FinishAnswer.Applied(new Sighting(record(), now)), record());
    }
}
