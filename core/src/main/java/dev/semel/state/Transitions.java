// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.state.ClaimAnswer.Final;
import dev.semel.state.ClaimAnswer.Granted;
import dev.semel.state.ClaimAnswer.Held;
import dev.semel.state.ClaimAnswer.InProgress;
import dev.semel.state.ClaimAnswer.KeyTooOld;
import dev.semel.state.ClaimAnswer.Mismatch;
import dev.semel.state.ClaimAnswer.Spent;
import dev.semel.state.FinishAnswer.AlreadyEnded;
import dev.semel.state.FinishAnswer.Applied;
import dev.semel.state.FinishAnswer.Fenced;
import dev.semel.state.SettleAnswer.Refused;
import dev.semel.state.SettleAnswer.Settled;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What every command does to every state. Pure: the record and the store's instant come in, a decision goes out. The
 * decision table in ARCHITECTURE.md says the same in rows, and a test holds the two together.
 *
 * <p>The reference store runs this code; every other store says it again in its own language and is compared with it.
 */
public final class Transitions {

    private Transitions() {}

    /** Decides who runs (R1, R6, R7, R14, R16, R20). */
    public static Decision<ClaimAnswer> onClaim(@Nullable KeyRecord stored, Claim claim, Instant now) {
        KeyRecord record = present(stored, now);
        if (record == null) {
            return onNewKey(claim, now);
        }
        Sighting seen = new Sighting(record, now);
        if (record.state() == State.RELEASED) {
            return isSpent(record, claim)
                    ? Decision.unchanged(new Spent(seen))
                    : granted(next(record, claim, afterRelease(record), null, now), now);
        }
        if (!record.fingerprint().equals(claim.fingerprint())) {
            return Decision.unchanged(new Mismatch(seen));
        }
        return switch (record.state()) {
            case IN_PROGRESS -> onClaimInProgress(record, claim, seen);
            case IN_DOUBT ->
                isSpent(record, claim)
                        ? Decision.unchanged(new Spent(seen))
                        : takeOver(record, claim, Reason.IN_DOUBT, seen);
            default -> onClaimFinal(record, claim, seen);
        };
    }

    private static Decision<ClaimAnswer> onNewKey(Claim claim, Instant now) {
        KeyAge age = claim.keyAge();
        if (age != null && age.exceededAt(now)) {
            return Decision.unchanged(new KeyTooOld());
        }
        KeyRecord created = new KeyRecord(
                claim.id(),
                State.IN_PROGRESS,
                claim.fingerprint(),
                1,
                claim.claimId(),
                Reason.FIRST,
                null,
                now,
                now.plus(claim.lease()),
                inProgressExpiry(claim, now),
                History.NONE);
        return granted(created, now);
    }

    private static Decision<ClaimAnswer> onClaimInProgress(KeyRecord record, Claim claim, Sighting seen) {
        if (record.claimId().equals(claim.claimId())) {
            // The claim was sent again because its answer got lost: it finds its own record (R7, T24).
            return granted(record.leased(seen.at(), claim.lease(), claim.retention()), seen.at());
        }
        // A rerun leaves the older answer standing for everybody who does not ask for a newer one (R20).
        boolean content = record.answer() != null && !isOlder(record.answer(), claim);
        if (seen.leaseLive() && !content) {
            return Decision.unchanged(new InProgress(seen));
        }
        return record.answer() == null
                ? takeOver(record, claim, Reason.LEASE_LAPSED, seen)
                : onClaimFinal(record, claim, seen);
    }

    /** What an operator allowed to run again is still in doubt, and the next attempt is told so. */
    private static Reason afterRelease(KeyRecord record) {
        return record.reason() == Reason.SETTLED_RERUN ? Reason.SETTLED_RERUN : Reason.RELEASED;
    }

    private static boolean isOlder(Answer answer, Claim claim) {
        return answer.schemaVersion() < claim.rerunBelow();
    }

    private static Decision<ClaimAnswer> onClaimFinal(KeyRecord record, Claim claim, Sighting seen) {
        Final answer = new Final(seen);
        return isOlder(answer.answer(), claim) && !isSpent(record, claim)
                ? granted(next(record, claim, Reason.OLDER_VERSION, record.answer(), seen.at()), seen.at())
                : Decision.unchanged(answer);
    }

    private static Decision<ClaimAnswer> takeOver(KeyRecord record, Claim claim, Reason reason, Sighting seen) {
        return claim.onDoubt() == OnDoubt.TAKE
                ? granted(next(record, claim, reason, null, seen.at()), seen.at())
                : Decision.unchanged(new Held(seen));
    }

    /** The record at its next attempt: one more, never fewer (R10, R11). */
    private static KeyRecord next(KeyRecord record, Claim claim, Reason reason, @Nullable Answer kept, Instant now) {
        int attempt = record.attempt() + 1;
        Instant expiry = inProgressExpiry(claim, now);
        return new KeyRecord(
                record.id(),
                State.IN_PROGRESS,
                claim.fingerprint(),
                attempt,
                claim.claimId(),
                reason,
                kept,
                record.createdAt(),
                now.plus(claim.lease()),
                // A kept answer is not forgotten earlier because somebody tried to renew it.
                kept == null ? expiry : later(expiry, record.expiresAt()),
                withFirst(record).plus(HistoryLine.began(attempt, reason, now)));
    }

    private static History withFirst(KeyRecord record) {
        return record.history().lines().isEmpty()
                ? History.NONE.plus(HistoryLine.began(record.attempt(), record.reason(), record.createdAt()))
                : record.history();
    }

    /** Ends an attempt, if it is still the current one (R10). */
    public static Decision<FinishAnswer> onFinish(@Nullable KeyRecord stored, Finish finish, Instant now) {
        KeyRecord record = present(stored, now);
        if (record == null || !record.isHeldBy(finish.attempt(), finish.claimId())) {
            return Decision.unchanged(new Fenced(record == null ? null : new Sighting(record, now)));
        }
        boolean saves = finish.ending() instanceof Ending.Save;
        if (record.state() == State.IN_PROGRESS || (record.state() == State.IN_DOUBT && saves)) {
            KeyRecord ended = ended(record, finish, now);
            return new Decision<>(new Applied(new Sighting(ended, now)), ended);
        }
        return Decision.unchanged(new AlreadyEnded(new Sighting(record, now)));
    }

    private static KeyRecord ended(KeyRecord record, Finish finish, Instant now) {
        Instant kept = now.plus(finish.retention());
        if (finish.ending() instanceof Ending.Save save) {
            Answer answer = new Answer(save.success(), save.saved(), save.schemaVersion(), record.attempt(), now);
            return record.in(answer.state(), answer, kept);
        }
        if (record.answer() != null) {
            return givenBack(record, record.answer());
        }
        boolean settled = finish.ending() instanceof Ending.Release release
                && (release.doubtSettled() || !record.reason().followsDoubt());
        if (settled) {
            return record.in(State.RELEASED, null, kept);
        }
        return record.in(State.IN_DOUBT, null, finish.onDoubt() == OnDoubt.HOLD ? KeyRecord.NEVER : kept);
    }

    /** A rerun that saved nothing leaves the older answer as it was (R20). */
    private static KeyRecord givenBack(KeyRecord record, Answer older) {
        return record.in(older.state(), older, record.expiresAt());
    }

    /** Lets a living attempt keep its lease (R9). A lapsed lease that nobody took over is not lost (R10). */
    public static Decision<RenewAnswer> onRenew(@Nullable KeyRecord stored, Renewal renewal, Instant now) {
        KeyRecord record = present(stored, now);
        if (record == null
                || record.state() != State.IN_PROGRESS
                || !record.isHeldBy(renewal.attempt(), renewal.claimId())) {
            return Decision.unchanged(RenewAnswer.LOST);
        }
        return new Decision<>(RenewAnswer.RENEWED, record.leased(now, renewal.lease(), renewal.retention()));
    }

    /** Frees what a claim took that nobody waits for any more (R7); true when there was something to free. */
    public static Decision<Boolean> onAbandon(@Nullable KeyRecord stored, Abandon abandon, Instant now) {
        KeyRecord record = present(stored, now);
        if (record == null
                || record.state() != State.IN_PROGRESS
                || !record.claimId().equals(abandon.claimId())) {
            return Decision.unchanged(false);
        }
        if (record.answer() != null) {
            return new Decision<>(true, givenBack(record, record.answer()));
        }
        // It ran nothing, but the attempt that it took over from may have: that doubt stays.
        State next = record.reason().followsDoubt() ? State.IN_DOUBT : State.RELEASED;
        return new Decision<>(true, record.in(next, null, record.expiresAt()));
    }

    /** Applies somebody's decision about a doubtful record, under the fence (R16). */
    public static Decision<SettleAnswer> onSettle(@Nullable KeyRecord stored, Settle settle, Instant now) {
        KeyRecord record = present(stored, now);
        if (record == null) {
            return Decision.unchanged(new Refused(null));
        }
        Sighting seen = new Sighting(record, now);
        if (record.isHeldBy(settle.attempt(), settle.settlementId())) {
            return Decision.unchanged(new Settled(seen));
        }
        boolean doubtful = record.state() == State.IN_DOUBT || (seen.lapsed() && record.answer() == null);
        if (!doubtful || !record.isHeldBy(settle.attempt(), settle.claimId())) {
            return Decision.unchanged(new Refused(seen));
        }
        KeyRecord settled = settled(record, settle, now);
        return new Decision<>(new Settled(new Sighting(settled, now)), settled);
    }

    private static KeyRecord settled(KeyRecord record, Settle settle, Instant now) {
        Answer answer = null;
        Reason reason = Reason.SETTLED_RERUN;
        if (settle.verdict() instanceof Settle.Verdict.Happened happened) {
            answer = new Answer(happened.success(), happened.saved(), happened.schemaVersion(), record.attempt(), now);
            reason = Reason.SETTLED_HAPPENED;
        } else if (settle.verdict() instanceof Settle.Verdict.DidNotHappen) {
            reason = Reason.SETTLED_DID_NOT_HAPPEN;
        }
        HistoryLine line = new HistoryLine(record.attempt(), reason, now, settle.who(), settle.why());
        return new KeyRecord(
                record.id(),
                answer == null ? State.RELEASED : answer.state(),
                record.fingerprint(),
                record.attempt(),
                // The settled attempt's own claim id would let it write after the settlement.
                settle.settlementId(),
                reason,
                answer,
                record.createdAt(),
                record.leaseUntil(),
                now.plus(settle.retention()),
                withFirst(record).plus(line));
    }

    private static @Nullable KeyRecord present(@Nullable KeyRecord stored, Instant now) {
        return stored == null || stored.expiredAt(now) ? null : stored;
    }

    private static boolean isSpent(KeyRecord record, Claim claim) {
        return record.claimId().equals(claim.claimId());
    }

    private static Decision<ClaimAnswer> granted(KeyRecord record, Instant now) {
        return new Decision<>(new Granted(new Sighting(record, now)), record);
    }

    private static Instant inProgressExpiry(Claim claim, Instant now) {
        Duration longest = later(claim.lease(), claim.maxDuration());
        return now.plus(longest).plus(claim.retention());
    }

    private static <T extends Comparable<? super T>> T later(T one, T other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
