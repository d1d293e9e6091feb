// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The invariants of the design as they show at the store. They say nothing about how the store decides: that is the
 * oracle's business, and these must hold, and find what is broken, without it.
 */
final class StoreRules {

    static final List<Rule> ALL = List.of(
            StoreRules::nothingVanishes,
            StoreRules::oneLiveLease,
            StoreRules::answersStand,
            StoreRules::fence,
            StoreRules::takeoverKnowsItsNumber,
            StoreRules::payloads,
            StoreRules::doubtIsNotForgotten,
            StoreRules::expiryOutlivesLease);

    private StoreRules() {}

    /** Invariant 4: between two commands nothing changes but by expiry, and no command removes a record. */
    private static void nothingVanishes(Step step, Life life, Rule.Verdict verdict) {
        KeyRecord last = life.last;
        boolean kept = last != null && !last.expiredAt(step.at());
        KeyRecord before = step.before();
        verdict.unless(kept ? last.equals(before) : before == null, "invariant 4: a record changed between commands");
        verdict.unless(before == null || step.after() != null, "invariant 4: a record vanished before its expiry");
        verdict.unless(!step.command().equals("purge") || !step.changed(), "T26: a purge changed a record");
        verdict.unless(
                step.after() == null || step.after().id().equals(step.id()),
                "invariant 7: a command reached another record");
    }

    /** Invariant 1: no grant while another lease, as the store has told it, is alive. */
    private static void oneLiveLease(Step step, Life life, Rule.Verdict verdict) {
        if (step.answer() instanceof ClaimAnswer.Granted && step.command() instanceof Claim claim) {
            for (Map.Entry<ClaimId, Instant> lease : life.leases.entrySet()) {
                verdict.unless(
                        lease.getKey().equals(claim.claimId()) || !step.at().isBefore(lease.getValue()),
                        "invariant 1: a claim was granted while another lease lives");
            }
        }
    }

    /** Invariant 2: a saved answer stands until its retention ends, or a newer version replaces it. */
    private static void answersStand(Step step, Life life, Rule.Verdict verdict) {
        if (life.standing == null || !step.at().isBefore(life.standsUntil)) {
            return;
        }
        KeyRecord after = step.after();
        boolean stands = after != null && life.standing.equals(after.answer());
        verdict.unless(stands || isNewer(step, life), "invariant 2: a saved answer was overwritten or lost");
        if (step.answer() instanceof ClaimAnswer.Final told) {
            verdict.unless(life.standing.equals(told.answer()), "invariant 2: a caller got another answer");
        }
        if (step.answer() instanceof ClaimAnswer.Granted granted && step.command() instanceof Claim claim) {
            boolean again = granted.sighting().record().reason() == Reason.OLDER_VERSION;
            verdict.unless(
                    again && life.standing.schemaVersion() < claim.rerunBelow(),
                    "invariant 2: a key with a saved answer was granted");
        }
    }

    private static boolean isNewer(Step step, Life life) {
        KeyRecord before = step.before();
        return step.command() instanceof Finish finish
                && finish.ending() instanceof Ending.Save save
                && before != null
                && before.reason() == Reason.OLDER_VERSION
                && life.standing != null
                && save.schemaVersion() > life.standing.schemaVersion();
    }

    /** Invariant 3: who is not the current attempt changes nothing, and learns it; losers change nothing either. */
    private static void fence(Step step, Life life, Rule.Verdict verdict) {
        KeyRecord before = step.before();
        if (step.command() instanceof Finish finish && !isHeld(before, finish.attempt(), finish.claimId())) {
            verdict.unless(step.answer() instanceof FinishAnswer.Fenced, "invariant 3: a fenced ending was not told");
            verdict.unless(!step.changed(), "invariant 3: a fenced ending changed the record");
        }
        if (step.command() instanceof Renewal renewal && !isHeld(before, renewal.attempt(), renewal.claimId())) {
            verdict.unless(step.answer() == RenewAnswer.LOST, "invariant 3: a fenced renewal was not told");
            verdict.unless(!step.changed(), "invariant 3: a fenced renewal changed the record");
        }
        if (step.command() instanceof Abandon abandon && before != null) {
            boolean own = before.claimId().equals(abandon.claimId());
            verdict.unless(own || !step.changed(), "invariant 3: an abandoned claim freed somebody else's");
        }
        if (step.command() instanceof Claim && !(step.answer() instanceof ClaimAnswer.Granted)) {
            verdict.unless(!step.changed(), "R6: a claim that lost changed the record");
        }
    }

    private static boolean isHeld(@Nullable KeyRecord record, int attempt, ClaimId claimId) {
        return record != null && record.isHeldBy(attempt, claimId);
    }

    /** Invariant 4: a takeover is number n+1 and knows the reason; a claim that is sent again is recognised (R7). */
    private static void takeoverKnowsItsNumber(Step step, Life life, Rule.Verdict verdict) {
        if (!(step.command() instanceof Claim claim)) {
            return;
        }
        KeyRecord before = step.before();
        boolean own = before != null && before.claimId().equals(claim.claimId());
        boolean running = before != null && before.state() == State.IN_PROGRESS;
        if (own && running && before.fingerprint().equals(claim.fingerprint())) {
            verdict.unless(step.answer() instanceof ClaimAnswer.Granted, "R7: a claim did not recognise itself");
        }
        if (step.answer() instanceof ClaimAnswer.Granted granted) {
            KeyRecord now = granted.sighting().record();
            int expected = before == null ? 1 : own ? before.attempt() : before.attempt() + 1;
            Reason reason = before == null ? Reason.FIRST : own ? before.reason() : reasonAfter(before);
            verdict.unless(!own || running, "R7: a spent claim was granted again");
            verdict.unless(now.attempt() == expected, "invariant 4: the attempt's number is wrong");
            verdict.unless(now.reason() == reason, "invariant 4: the attempt's reason is wrong");
            verdict.unless(now.equals(step.after()), "T5: granted without owning the record");
        }
    }

    private static Reason reasonAfter(KeyRecord before) {
        return switch (before.state()) {
            case IN_PROGRESS -> before.answer() == null ? Reason.LEASE_LAPSED : Reason.OLDER_VERSION;
            case IN_DOUBT -> Reason.IN_DOUBT;
            case RELEASED -> before.reason() == Reason.SETTLED_RERUN ? Reason.SETTLED_RERUN : Reason.RELEASED;
            case COMPLETED, FAILED -> Reason.OLDER_VERSION;
        };
    }

    /** R6: another payload is a mismatch, unless the key is free. */
    private static void payloads(Step step, Life life, Rule.Verdict verdict) {
        KeyRecord before = step.before();
        if (step.command() instanceof Claim claim && before != null && before.state() != State.RELEASED) {
            boolean same = before.fingerprint().equals(claim.fingerprint());
            verdict.unless(
                    same != (step.answer() instanceof ClaimAnswer.Mismatch), "R6: a payload was not told from another");
        }
    }

    /** A doubt ends by an answer, by a settlement, by a reconciler that found nothing, or by expiry; never by itself. */
    private static void doubtIsNotForgotten(Step step, Life life, Rule.Verdict verdict) {
        KeyRecord after = step.after();
        boolean freed = after != null && after.state() == State.RELEASED && step.changed();
        if (freed && life.doubtful && (step.command() instanceof Finish || step.command() instanceof Abandon)) {
            boolean settled = step.command() instanceof Finish finish
                    && finish.ending() instanceof Ending.Release release
                    && release.doubtSettled();
            verdict.unless(settled, "R16: a doubt was forgotten: the key is free and nobody found out");
        }
    }

    /** R5: a running record outlives its lease by its retention. */
    private static void expiryOutlivesLease(Step step, Life life, Rule.Verdict verdict) {
        KeyRecord after = step.after();
        if (after != null && after.state() == State.IN_PROGRESS) {
            Duration retention = step.command() instanceof Claim claim
                    ? claim.retention()
                    : step.command() instanceof Renewal renewal ? renewal.retention() : Duration.ZERO;
            boolean own = step.answer() instanceof ClaimAnswer.Granted || step.answer() == RenewAnswer.RENEWED;
            verdict.unless(
                    !own || !after.expiresAt().isBefore(after.leaseUntil().plus(retention)),
                    "R5: a running record expires too early");
        }
    }
}
