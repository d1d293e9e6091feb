// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Unavailable;
import dev.semel.Intent;
import dev.semel.Ticket;
import dev.semel.event.AdmissionEvent.ClaimAbandoned;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import dev.semel.testkit.Call;
import dev.semel.testkit.Fault;
import dev.semel.testkit.Strike;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Claims whose answer does not come. */
abstract class LostAnswerRules extends EngineRules {

    @Test
    @DisplayName("R7, T24: a claim whose answer got lost is sent again with its claim id and recognises its own record")
    void recognisesItself() {
        scene().store().next(Fault.REPLY_LOST).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passSeconds(1);
        Ticket ticket = Expect.run(Now.of(asked));
        assertThat(ticket.attempt()).isEqualTo(1);
        assertThat(scene().log().claims()).hasSize(2);
        assertThat(scene().log().claims().stream().map(Claim::claimId))
                .containsOnly(scene().record(Scene.intent()).claimId());
        Expect.recorded(ticket.complete(Expect.saved("paid")));
    }

    @Test
    @DisplayName("R7: a claim that never arrived is sent again, too")
    void sentAgain() {
        scene().store().next(Fault.REQUEST_LOST).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passSeconds(1);
        assertThat(Expect.run(Now.of(asked)).attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("R7: two intents never share a claim id")
    void ownClaimIds() {
        scene().run(Scene.intent());
        scene().admit(Scene.intent());
        assertThat(scene().log().claims().stream().map(Claim::claimId)).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("R29: a claim is given up when the store's time is over, however it is spent")
    void givenUpInTime() {
        scene().store().next(Fault.REQUEST_SWALLOWED).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passMillis(1_999);
        Expect.pending(asked);
        scene().passMillis(1);
        Expect.unavailable(Now.of(asked), Unavailable.Cause.STORE);
    }

    @Test
    @DisplayName(
            "R29: so it is when the last try is the one that is not answered: a retry has what is left, not all of it")
    void givenUpInTheLastTry() {
        scene().store().next(Fault.REQUEST_LOST).onClaim();
        scene().store().next(Fault.REQUEST_SWALLOWED).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passMillis(1_999);
        Expect.pending(asked);
        scene().passMillis(1);
        Expect.unavailable(Now.of(asked), Unavailable.Cause.STORE);
    }

    @Test
    @DisplayName("R10, R29: a grant that was on its way for longer than its lease is no ticket, and is given back")
    void grantedTooLate() {
        scene().open(settings -> settings.storeTimeout(Duration.ofSeconds(10)));
        Intent intent = Scene.intent(
                Scene.charges(policy -> policy.lease(Duration.ofSeconds(2)).completionWait(Duration.ofSeconds(1))));
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        CompletableFuture<Admission> asked = scene().ask(intent);
        scene().passSeconds(2);
        slow.letGo();
        Expect.unavailable(Now.of(asked), Unavailable.Cause.STORE);
        assertThat(scene().record(intent).state()).isEqualTo(State.RELEASED);
        assertThat(scene().run(intent).attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName("R7: a claim that was given up but had taken the key is abandoned, and the next retry runs at once")
    void givenUpIsAbandoned() {
        scene().store().next(Fault.REPLY_SWALLOWED).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passSeconds(2);
        Expect.unavailable(Now.of(asked), Unavailable.Cause.STORE);
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.RELEASED);
        assertThat(scene().run(Scene.intent()).reason()).isEqualTo(Reason.RELEASED);
    }

    @Test
    @DisplayName(
            "R7: a claim that lands after it was given up does not block the key, though the store answers it late")
    void landsLate() {
        Strike late = scene().store().next(Fault.REQUEST_DELAYED).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passSeconds(20);
        Expect.unavailable(Now.of(asked), Unavailable.Cause.STORE);
        late.letGo();
        scene().passSeconds(1);
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.RELEASED);
        assertThat(scene().run(Scene.intent()).attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "R7: a claim that lands after its first abandonment is abandoned again, though the store never answers it")
    void landsAfterAbandonment() {
        scene().store().next(Fault.REQUEST_SWALLOWED).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passSeconds(2);
        Expect.unavailable(Now.of(asked), Unavailable.Cause.STORE);
        assertThat(scene().log().abandons()).hasSize(1);
        Now.of(scene().memory().claim(scene().log().claims().get(0)));
        scene().passSeconds(8);
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.RELEASED);
    }

    @Test
    @DisplayName("R7: a claim that lands once more after it was freed takes nothing")
    void freedClaimIsSpent() {
        scene().store().next(Fault.REPLY_SWALLOWED).onClaim();
        Expect.pending(scene().ask(Scene.intent()));
        scene().passSeconds(2);
        KeyRecord freed = scene().record(Scene.intent());
        Now.of(scene().memory().claim(scene().log().claims().get(0)));
        assertThat(scene().record(Scene.intent())).isEqualTo(freed);
    }

    @Test
    @DisplayName("R7, T5: a claim that the store calls spent runs nothing, and is to be tried again")
    void spentRunsNothing() {
        Expect.recorded(scene().run(Scene.intent()).release());
        Sighting released = scene().find(Scene.intent()).orElseThrow();
        BadStore spent = new BadStore(scene().log());
        spent.claims(() -> CompletableFuture.completedFuture(new ClaimAnswer.Spent(released)));
        scene().open(spent, Runnable::run, settings -> settings);
        Expect.unavailable(scene().admit(Scene.intent()), Unavailable.Cause.STORE);
    }

    @Test
    @DisplayName("R7: a given-up takeover leaves the doubt that it found")
    void abandonedTakeoverKeepsDoubt() {
        scene().elsewhere().doubts(scene().elsewhere().claims(Scene.intent()));
        scene().store().next(Fault.REPLY_SWALLOWED).onClaim();
        Expect.pending(scene().ask(Scene.intent()));
        scene().passSeconds(2);
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R7: abandoning is tried again while the store fails, and told when it was of no use")
    void abandonsAgain() {
        scene().store().down();
        Expect.pending(scene().ask(Scene.intent()));
        scene().passSeconds(60);
        assertThat(scene().log().abandons()).hasSizeBetween(3, 10);
        assertThat(scene().time().timers().scheduled())
                .as("nothing goes on forever")
                .isZero();
        assertThat(scene().events().all(ClaimAbandoned.class)).hasSize(1).allMatch(event -> !event.answered());
    }

    @Test
    @DisplayName("R7: a claim that recovers in time is not abandoned")
    void answeredIsNotAbandoned() {
        scene().store().next(Fault.REPLY_LOST).onClaim();
        Expect.pending(scene().ask(Scene.intent()));
        scene().passSeconds(25);
        assertThat(scene().store().calls(Call.ABANDON)).isZero();
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.IN_PROGRESS);
    }
}
