// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.Fingerprint;
import dev.semel.InvalidValueException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a store keeps for one key (R3). All instants are the store's clock's.
 *
 * @param id whose record it is
 * @param state where it stands
 * @param fingerprint what the key was used for
 * @param attempt the current attempt's number, from 1: the fence
 * @param claimId the claim that the current attempt belongs to
 * @param reason why the current attempt began
 * @param answer the saved answer: always there when final, never when in doubt or released; in progress it is the older
 *     answer that stays until a new one is saved (R20)
 * @param createdAt when the key was first claimed
 * @param leaseUntil when the current attempt's lease ends, or ended
 * @param expiresAt when the record is forgotten; {@link #NEVER} for a held doubt
 * @param history what happened before, once there has been more than one attempt
 */
public record KeyRecord(
        RecordId id,
        State state,
        Fingerprint fingerprint,
        int attempt,
        ClaimId claimId,
        Reason reason,
        @Nullable Answer answer,
        Instant createdAt,
        Instant leaseUntil,
        Instant expiresAt,
        History history) {

    /** The expiry of a record that is kept until somebody settles it. */
    public static final Instant NEVER = Instant.MAX;

    public KeyRecord {
        if (attempt < 1) {
            throw new InvalidValueException("attempts count from 1, not from " + attempt);
        }
        if (state.isFinal() && (answer == null || answer.state() != state)) {
            throw new InvalidValueException("a " + state + " record needs an answer of that state");
        }
        if ((state == State.IN_DOUBT || state == State.RELEASED) && answer != null) {
            throw new InvalidValueException("a " + state + " record has no answer");
        }
    }

    /** Whether the record is as good as absent. */
    public boolean expiredAt(Instant now) {
        return !now.isBefore(expiresAt);
    }

    /** Whether an attempt is in progress and its lease has not ended. */
    public boolean leaseLiveAt(Instant now) {
        return state == State.IN_PROGRESS && now.isBefore(leaseUntil);
    }

    /** Whether the current attempt's lease ended and nobody knows what became of it. */
    public boolean lapsedAt(Instant now) {
        return state == State.IN_PROGRESS && !now.isBefore(leaseUntil);
    }

    /** Whether the given attempt of the given claim is the current one: the fence (R10). */
    public boolean isHeldBy(int attempt, ClaimId claimId) {
        return this.attempt == attempt && this.claimId.equals(claimId);
    }

    /** This record in another state, with everything else as it is. */
    KeyRecord in(State next, @Nullable Answer nextAnswer, Instant nextExpiry) {
        return new KeyRecord(
                id,
                next,
                fingerprint,
                attempt,
                claimId,
                reason,
                nextAnswer,
                createdAt,
                leaseUntil,
                nextExpiry,
                history);
    }

    /** This record with its lease running anew; it outlives the lease by the retention (R5). */
    KeyRecord leased(Instant now, Duration lease, Duration retention) {
        Instant until = now.plus(lease);
        Instant outlives = until.plus(retention);
        Instant expiry = outlives.isAfter(expiresAt) ? outlives : expiresAt;
        return new KeyRecord(
                id, state, fingerprint, attempt, claimId, reason, answer, createdAt, until, expiry, history);
    }
}
