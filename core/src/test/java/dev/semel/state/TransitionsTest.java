// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.state.ClaimAnswer.Final;
import dev.semel.state.ClaimAnswer.Granted;
import dev.semel.state.ClaimAnswer.Held;
import dev.semel.state.ClaimAnswer.InProgress;
import dev.semel.state.ClaimAnswer.Spent;
import dev.semel.state.FinishAnswer.AlreadyEnded;
import dev.semel.state.FinishAnswer.Applied;
import dev.semel.state.FinishAnswer.Fenced;
import dev.semel.state.SettleAnswer.Settled;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Stories of several commands; what a single command does is in the decision tables of ARCHITECTURE.md. */
class TransitionsTest {

    private final Story story = new Story();

    @Test
    @DisplayName("R8, R10: whoever was taken over can neither save, nor renew, nor free its successor's claim")
    void zombie() {
        story.claim(1);
        story.lapse();
        assertThat(story.claim(2)).isInstanceOf(Granted.class);
        KeyRecord successor = story.record();

        assertThat(story.save(1, 1, 0)).isInstanceOf(Fenced.class);
        assertThat(story.finish(1, 1, new Ending.Release(true))).isInstanceOf(Fenced.class);
        assertThat(story.renew(1, 1)).isEqualTo(RenewAnswer.LOST);
        assertThat(story.abandon(1)).isFalse();
        assertThat(story.record()).isEqualTo(successor);
    }

    @Test
    @DisplayName("R10: a lapsed lease that nobody took over does not lose the fence")
    void lapsedButCurrent() {
        story.claim(1);
        story.pass(Duration.ofMinutes(5));

        assertThat(story.renew(1, 1)).isEqualTo(RenewAnswer.RENEWED);
        assertThat(story.claim(2)).isInstanceOf(InProgress.class);
        story.lapse();
        assertThat(story.save(1, 1, 0)).isInstanceOf(Applied.class);
        assertThat(story.record().state()).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R10: numbers restart after expiry, and an attempt from before it is still fenced by its claim id")
    void fromBeforeExpiry() {
        story.claim(1);
        story.pass(Story.MAX_DURATION.plus(Story.RETENTION));
        story.claim(2);

        assertThat(story.record().attempt()).isEqualTo(1);
        assertThat(story.save(1, 1, 0)).isInstanceOf(Fenced.class);
        assertThat(story.renew(1, 1)).isEqualTo(RenewAnswer.LOST);
    }

    @Test
    @DisplayName("R7: a claim that lands after it was abandoned finds its own refusal")
    void abandoned() {
        story.claim(1);
        assertThat(story.abandon(1)).isTrue();

        assertThat(story.claim(1)).isInstanceOf(Spent.class);
        assertThat(story.claim(2)).isInstanceOf(Granted.class);
        assertThat(story.record().reason()).isEqualTo(Reason.RELEASED);
    }

    @Test
    @DisplayName("R7, R16: abandoning a takeover does not free the key of the doubt that it took over")
    void abandonedTakeover() {
        story.claim(1);
        story.lapse();
        story.claim(2);
        story.abandon(2);

        assertThat(story.record().state()).isEqualTo(State.IN_DOUBT);
        assertThat(story.claim(3, OnDoubt.HOLD, 0)).isInstanceOf(Held.class);
        assertThat(story.claim(2)).isInstanceOf(Spent.class);
    }

    @Test
    @DisplayName("R16: a doubt survives attempts that did nothing, until one of them finds out")
    void doubtSurvives() {
        story.claim(1);
        story.finish(1, 1, new Ending.Doubt());
        story.claim(2);
        story.finish(2, 2, new Ending.Release(false));
        assertThat(story.record().state()).isEqualTo(State.IN_DOUBT);

        story.claim(3);
        story.finish(3, 3, new Ending.Release(true));
        assertThat(story.record().state()).isEqualTo(State.RELEASED);
        assertThat(story.record().attempt()).isEqualTo(3);
    }

    @Test
    @DisplayName("R10, R17: an attempt in doubt may still save its answer, once, until somebody takes over")
    void lateSave() {
        story.claim(1);
        story.finish(1, 1, new Ending.Doubt());
        assertThat(story.save(1, 1, 0)).isInstanceOf(Applied.class);

        assertThat(story.save(1, 1, 0))
                .isInstanceOfSatisfying(
                        AlreadyEnded.class, ended -> assertThat(ended.isSaved()).isTrue());
        assertThat(story.finish(1, 1, new Ending.Doubt())).isInstanceOf(AlreadyEnded.class);
        assertThat(story.record().state()).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R16: an attempt that was settled can no longer write")
    void settledAttempt() {
        story.claim(1);
        story.lapse();
        assertThat(story.settle(1, 1, new Settle.Verdict.DidNotHappen())).isInstanceOf(Settled.class);

        assertThat(story.save(1, 1, 0)).isInstanceOf(Fenced.class);
        assertThat(story.renew(1, 1)).isEqualTo(RenewAnswer.LOST);
        assertThat(story.record().state()).isEqualTo(State.RELEASED);
    }

    @Test
    @DisplayName("R3: a settlement stays in the history, with who and why")
    void settlementIsTold() {
        story.claim(1);
        story.finish(1, 1, new Ending.Doubt());
        story.settle(1, 1, new Settle.Verdict.Happened(true, Story.saved(1), 0));

        assertThat(story.record().history().lines())
                .containsExactly(
                        HistoryLine.began(1, Reason.FIRST, story.now()),
                        new HistoryLine(1, Reason.SETTLED_HAPPENED, story.now(), "ann", "bank"));
    }

    @Test
    @DisplayName("R3, R11: the history holds the last eight attempts and why each began")
    void eightLines() {
        for (int i = 1; i <= 10; i++) {
            assertThat(story.claim(i)).isInstanceOf(Granted.class);
            story.lapse();
        }
        assertThat(story.record().history().lines())
                .extracting(HistoryLine::attempt)
                .containsExactly(3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(story.record().history().lines())
                .extracting(HistoryLine::reason)
                .containsOnly(Reason.LEASE_LAPSED);
    }

    @Test
    @DisplayName("R20: a rerun that ends in doubt, or lapses, leaves the older answer standing")
    void rerunKeepsAnswer() {
        story.claim(1);
        story.save(1, 1, 1);
        assertThat(story.claim(2, OnDoubt.TAKE, 2)).isInstanceOf(Granted.class);
        story.finish(2, 2, new Ending.Doubt());
        assertThat(story.record().state()).isEqualTo(State.COMPLETED);
        assertThat(story.claim(3)).isInstanceOf(Final.class);

        story.claim(4, OnDoubt.TAKE, 2);
        story.lapse();
        assertThat(story.claim(5))
                .isInstanceOfSatisfying(
                        Final.class,
                        answer -> assertThat(answer.answer().saved()).isEqualTo(Story.saved(1)));
    }

    @Test
    @DisplayName("R20: a rerun replaces the older answer when it saves, and is not run again")
    void rerunReplacesAnswer() {
        story.claim(1);
        story.save(1, 1, 1);
        story.claim(2, OnDoubt.TAKE, 2);
        assertThat(story.save(2, 2, 2)).isInstanceOf(Applied.class);

        assertThat(story.claim(3, OnDoubt.TAKE, 2))
                .isInstanceOfSatisfying(
                        Final.class,
                        answer -> assertThat(answer.answer().saved()).isEqualTo(Story.saved(2)));
    }

    @Test
    @DisplayName("R5: a lease that is longer than the maximum duration still ends before the record expires")
    void longLease() {
        Duration lease = Duration.ofHours(2);
        story.claim(new Claim(
                Story.ID,
                Fingerprint.of("payload"),
                new ClaimId(0, 1),
                lease,
                Duration.ofMinutes(1),
                Story.RETENTION,
                OnDoubt.TAKE,
                0,
                null));

        assertThat(story.record().expiresAt()).isEqualTo(story.now().plus(lease).plus(Story.RETENTION));
    }
}
