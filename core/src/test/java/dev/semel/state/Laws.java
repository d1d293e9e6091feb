// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What must hold whatever happens to a record (invariants 1 to 5 of the design). The laws keep their own books from what
 * the callers were told, and do not ask the record what it thinks of itself.
 */
final class Laws {

    /** Until when each claim was told that its attempt may run; what ended or lapsed is not in it. */
    private final Map<ClaimId, Instant> mayRun = new HashMap<>();

    /** Whether some attempt of the present record did nobody knows what. */
    private boolean unknownFate;

    void check(Event event) {
        note(event);
        atMostOneLiveLease(event);
        finalAnswersStand(event);
        attemptsCountOnByOne(event);
        onlyTheCurrentAttemptWrites(event);
        nothingVanishes(event);
        writtenMeansTold(event);
        doubtIsNotForgotten(event);
    }

    private void note(Event event) {
        if (event.before() == null) {
            unknownFate = false;
        }
        if (event.command() instanceof Claim claim && event.answered(ClaimAnswer.Granted.class)) {
            unknownFate |= tookOverFromLapsed(event);
            mayRun.put(claim.claimId(), event.now().plus(claim.lease()));
        } else if (event.command() instanceof Renewal renewal && event.wrote()) {
            mayRun.put(renewal.claimId(), event.now().plus(renewal.lease()));
        } else if (event.command() instanceof Abandon abandon && event.wrote()) {
            mayRun.remove(abandon.claimId());
        } else if (event.command() instanceof Finish finish && event.wrote()) {
            mayRun.remove(finish.claimId());
            noteEnding(finish.ending());
        } else if (event.settled()) {
            unknownFate = false;
        }
    }

    private void noteEnding(Ending ending) {
        if (ending instanceof Ending.Doubt) {
            unknownFate = true;
        } else if (ending instanceof Ending.Save || ((Ending.Release) ending).doubtSettled()) {
            unknownFate = false;
        }
    }

    private static boolean tookOverFromLapsed(Event event) {
        KeyRecord before = event.before();
        KeyRecord after = Objects.requireNonNull(event.after());
        return before != null && before.state() == State.IN_PROGRESS && after.attempt() > before.attempt();
    }

    /** Invariant 1, R8. */
    private void atMostOneLiveLease(Event event) {
        mayRun.values().removeIf(until -> !until.isAfter(event.now()));
        assertThat(mayRun.size()).as("live leases after %s", event).isLessThanOrEqualTo(1);
    }

    /** Invariant 2, R20. */
    private void finalAnswersStand(Event event) {
        KeyRecord before = event.before();
        Answer standing = before == null ? null : before.answer();
        if (before == null || standing == null) {
            return;
        }
        Answer now = Objects.requireNonNull(event.after()).answer();
        if (event.saved() && before.reason() == Reason.OLDER_VERSION) {
            assertThat(now).isNotNull();
            assertThat(now.schemaVersion()).isGreaterThan(standing.schemaVersion());
        } else {
            assertThat(now).as("the saved answer after %s", event).isEqualTo(standing);
        }
        if (event.decision().answer() instanceof ClaimAnswer.Final told) {
            assertThat(told.answer()).isEqualTo(standing);
        }
    }

    /** Invariant 4, R10, R11. */
    private void attemptsCountOnByOne(Event event) {
        KeyRecord before = event.before();
        KeyRecord after = event.after();
        if (before == null) {
            assertThat(event.wrote() && after != null ? after.attempt() : 1).isEqualTo(1);
            return;
        }
        boolean recognised =
                event.command() instanceof Claim claim && before.claimId().equals(claim.claimId());
        boolean next = event.answered(ClaimAnswer.Granted.class) && !recognised;
        assertThat(Objects.requireNonNull(after).attempt())
                .as("the attempt after %s", event)
                .isEqualTo(before.attempt() + (next ? 1 : 0));
    }

    /** Invariant 3, R10. */
    private void onlyTheCurrentAttemptWrites(Event event) {
        if (event.command() instanceof Finish finish && !isCurrent(event, finish.attempt(), finish.claimId())) {
            assertThat(event.answered(FinishAnswer.Fenced.class))
                    .as("%s", event)
                    .isTrue();
            assertThat(event.wrote()).isFalse();
        } else if (event.command() instanceof Renewal renewal
                && !isCurrent(event, renewal.attempt(), renewal.claimId())) {
            assertThat(event.decision().answer()).isEqualTo(RenewAnswer.LOST);
            assertThat(event.wrote()).isFalse();
        } else if (event.command() instanceof Settle settle && !isCurrent(event, settle.attempt(), settle.claimId())) {
            assertThat(event.wrote()).as("%s", event).isFalse();
        }
    }

    private static boolean isCurrent(Event event, int attempt, ClaimId claimId) {
        KeyRecord before = event.before();
        return before != null && before.attempt() == attempt && before.claimId().equals(claimId);
    }

    /** Invariant 4, R5, R13. */
    private void nothingVanishes(Event event) {
        KeyRecord written = event.decision().write();
        if (event.before() != null) {
            assertThat(event.after()).as("the record after %s", event).isNotNull();
        }
        if (written == null) {
            return;
        }
        assertThat(written.expiresAt()).as("the expiry after %s", event).isAfter(event.now());
        if (written.state() == State.IN_PROGRESS) {
            Duration retention = event.command() instanceof Claim claim
                    ? claim.retention()
                    : ((Renewal) event.command()).retention();
            assertThat(written.expiresAt())
                    .isAfterOrEqualTo(written.leaseUntil().plus(retention));
        }
    }

    /** A caller that was told of a change is told the truth, and nothing is written behind a caller's back. */
    private void writtenMeansTold(Event event) {
        Object answer = event.decision().answer();
        boolean toldOfChange = answer instanceof ClaimAnswer.Granted
                || answer instanceof FinishAnswer.Applied
                || answer == RenewAnswer.RENEWED
                || Boolean.TRUE.equals(answer)
                || (answer instanceof SettleAnswer.Settled && !isSettledBy(event));
        assertThat(event.wrote()).as("written by %s", event).isEqualTo(toldOfChange);
    }

    private static boolean isSettledBy(Event event) {
        return event.command() instanceof Settle settle && isCurrent(event, settle.attempt(), settle.settlementId());
    }

    /** R4, R16: a key is free only when what its attempts did is known, or was settled. */
    private void doubtIsNotForgotten(Event event) {
        KeyRecord after = event.after();
        if (!unknownFate || after == null || after.expiredAt(event.now()) || after.answer() != null) {
            return;
        }
        boolean remembered = after.state() == State.IN_DOUBT
                || (after.state() == State.IN_PROGRESS && after.reason().followsDoubt());
        assertThat(remembered).as("the doubt is still known after %s", event).isTrue();
    }

    /** R7, T24: a command that is delivered twice does what it did once, and its sender gets an answer to live with. */
    void checkSentAgain(Object command, Decision<?> first, @Nullable KeyRecord after, Decision<?> again) {
        assertThat(again.after(after).orElse(null))
                .as("the record after %s was sent again", command)
                .isEqualTo(after);
        if (first.answer() instanceof FinishAnswer.Applied applied) {
            assertThat(again.answer()).isEqualTo(new FinishAnswer.AlreadyEnded(applied.sighting()));
            assertThat(((FinishAnswer.AlreadyEnded) again.answer()).isSaved())
                    .isEqualTo(((Finish) command).ending() instanceof Ending.Save);
        } else if (command instanceof Abandon) {
            assertThat(again.answer()).isEqualTo(false);
        } else {
            assertThat(again.answer()).isEqualTo(first.answer());
        }
    }
}
