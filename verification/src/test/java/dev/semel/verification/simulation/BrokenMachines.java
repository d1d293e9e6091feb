// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Tenant;
import dev.semel.state.Abandon;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Decision;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Stores that are wrong in one thing each. */
final class BrokenMachines {

    private BrokenMachines() {}

    /** T3: an ending by key alone. */
    static final class FenceIgnored extends Machine {
        @Override
        Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
            return record == null
                    ? super.onFinish(null, finish, now)
                    : super.onFinish(record, as(record, finish, finish.ending()), now);
        }
    }

    /** T24: a claim that is sent again conflicts with itself. */
    static final class ClaimIdForgotten extends Machine {
        @Override
        Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
            boolean own =
                    record != null && record.claimId().equals(claim.claimId()) && record.state() == State.IN_PROGRESS;
            return super.onClaim(
                    record, own ? by(claim, new ClaimId(~claim.claimId().origin(), 0)) : claim, now);
        }
    }

    /** A lease counts as over when half of it is. */
    static final class TwoLeases extends Machine {
        @Override
        Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
            return super.onClaim(record, claim, now.plus(claim.lease().dividedBy(2)));
        }
    }

    /** A completion that ignores the state: the last one wins. */
    static final class AnswerOverwritten extends Machine {
        @Override
        Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
            if (record == null || !record.state().isFinal() || !(finish.ending() instanceof Ending.Save save)) {
                return super.onFinish(record, finish, now);
            }
            Answer answer = new Answer(save.success(), save.saved(), save.schemaVersion(), finish.attempt(), now);
            KeyRecord written = copy(record, answer.state(), record.attempt(), answer, record.expiresAt());
            return new Decision<>(new FinishAnswer.Applied(new Sighting(written, now)), written);
        }
    }

    /** A takeover keeps its predecessor's number. */
    static final class NumberKept extends Machine {
        @Override
        Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
            Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
            KeyRecord write = decision.write();
            if (record == null || write == null || record.attempt() == write.attempt()) {
                return decision;
            }
            KeyRecord kept = copy(write, write.state(), record.attempt(), write.answer(), write.expiresAt());
            return new Decision<>(new ClaimAnswer.Granted(new Sighting(kept, now)), kept);
        }
    }

    /** T26: a purge that takes what has lapsed for expired. */
    static final class PurgeTakesLapsed extends Machine {
        @Override
        boolean isPurged(KeyRecord record, Instant now) {
            return super.isPurged(record, now) || record.lapsedAt(now);
        }
    }

    /** A takeover that ignores the payload. */
    static final class PayloadIgnored extends Machine {
        @Override
        Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
            boolean lapsed = record != null && record.lapsedAt(now);
            return super.onClaim(record, lapsed ? of(claim, record) : claim, now);
        }
    }

    /** A release frees the key although nobody knows what the attempt before did. */
    static final class DoubtForgotten extends Machine {
        @Override
        Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
            boolean releases = record != null && finish.ending() instanceof Ending.Release;
            boolean held = releases && record.isHeldBy(finish.attempt(), finish.claimId());
            Decision<FinishAnswer> decision = super.onFinish(record, finish, now);
            KeyRecord write = decision.write();
            if (!held || write == null || write.state() != State.IN_DOUBT) {
                return decision;
            }
            KeyRecord freed = copy(write, State.RELEASED, write.attempt(), null, now.plus(finish.retention()));
            return new Decision<>(new FinishAnswer.Applied(new Sighting(freed, now)), freed);
        }
    }

    /** An abandoned claim frees the key whoever holds it. */
    static final class AbandonByKey extends Machine {
        @Override
        Decision<Boolean> onAbandon(@Nullable KeyRecord record, Abandon abandon, Instant now) {
            return record == null
                    ? super.onAbandon(null, abandon, now)
                    : super.onAbandon(record, new Abandon(abandon.id(), record.claimId()), now);
        }
    }

    /** A saved answer is forgotten when the lease of its attempt is over. */
    static final class RetentionForgotten extends Machine {
        @Override
        Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
            Decision<FinishAnswer> decision = super.onFinish(record, finish, now);
            KeyRecord write = decision.write();
            if (write == null || !write.state().isFinal()) {
                return decision;
            }
            KeyRecord brief = copy(write, write.state(), write.attempt(), write.answer(), write.leaseUntil());
            return new Decision<>(new FinishAnswer.Applied(new Sighting(brief, now)), brief);
        }
    }

    /** All tenants share their records. */
    static final class TenantIgnored extends Machine {
        private static final Tenant SOLE = new Tenant("a");

        @Override
        RecordId keptUnder(RecordId id) {
            return new RecordId(SOLE, id.operation(), id.key());
        }
    }

    private static Finish as(KeyRecord record, Finish finish, Ending ending) {
        return new Finish(
                finish.id(), record.attempt(), record.claimId(), ending, finish.retention(), finish.onDoubt());
    }

    private static Claim by(Claim claim, ClaimId claimId) {
        return new Claim(
                claim.id(),
                claim.fingerprint(),
                claimId,
                claim.lease(),
                claim.maxDuration(),
                claim.retention(),
                claim.onDoubt(),
                claim.rerunBelow(),
                claim.keyAge());
    }

    private static Claim of(Claim claim, KeyRecord record) {
        return new Claim(
                claim.id(),
                record.fingerprint(),
                claim.claimId(),
                claim.lease(),
                claim.maxDuration(),
                claim.retention(),
                claim.onDoubt(),
                claim.rerunBelow(),
                claim.keyAge());
    }

    private static KeyRecord copy(
            KeyRecord record, State state, int attempt, @Nullable Answer answer, Instant expiresAt) {
        return new KeyRecord(
                record.id(),
                state,
                record.fingerprint(),
                attempt,
                record.claimId(),
                record.reason(),
                answer,
                record.createdAt(),
                record.leaseUntil(),
                expiresAt,
                record.history());
    }
}
