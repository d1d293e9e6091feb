// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Caller.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.Claim;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** All leases of a process are renewed in one call. */
abstract class BulkRenewalRules extends StoreRules {

    @Test
    @DisplayName("R9: a batch has one answer for each lease, in the order of the leases, good and lost ones mixed")
    void mixed() {
        Attempt completed = caller().runs();
        completed.completes();
        Attempt takenOver = caller().runs();
        lapse();
        Renewal successor = takenOver.caller().rival().runs().renewal();
        Attempt living = caller().runs();
        Renewal unknown = foreign(new Attempt(caller(), living.sighting()));

        assertThat(Await.answer(store().renew(List.of(completed.renewal(), living.renewal(), takenOver.renewal()))))
                .containsExactly(RenewAnswer.LOST, RenewAnswer.RENEWED, RenewAnswer.LOST);
        assertThat(Await.answer(store().renew(List.of(successor, foreign(living), unknown, living.renewal()))))
                .containsExactly(RenewAnswer.RENEWED, RenewAnswer.LOST, RenewAnswer.LOST, RenewAnswer.RENEWED);
    }

    @Test
    @DisplayName("R9, R10: one bad lease does not spoil the rest, nor does a good one carry a bad one along")
    void independent() {
        Attempt living = caller().runs();
        Attempt ended = caller().runs();
        ended.completes();
        Attempt foreigner = caller().runs();
        elapse(Duration.ofMinutes(6));
        Sighting endedBefore = ended.caller().sees();
        Sighting foreignerBefore = foreigner.caller().sees();

        Await.answer(store().renew(List.of(ended.renewal(), foreign(foreigner), living.renewal())));

        Sightings.assertLeaseLeft(LEASE, living.caller().sees());
        Sightings.assertUnchanged(endedBefore, ended.caller().sees());
        Sightings.assertUnchanged(foreignerBefore, foreigner.caller().sees());
    }

    @Test
    @DisplayName("R10: an old and the current attempt of one key in one batch: lost and renewed")
    void oneKeyTwice() {
        Attempt old = caller().runs();
        lapse();
        Attempt current = old.caller().rival().runs();

        assertThat(Await.answer(store().renew(List.of(old.renewal(), current.renewal()))))
                .containsExactly(RenewAnswer.LOST, RenewAnswer.RENEWED);
        assertThat(Await.answer(store().renew(List.of(current.renewal(), old.renewal()))))
                .containsExactly(RenewAnswer.RENEWED, RenewAnswer.LOST);
        assertThat(current.caller().sees().record().attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName("R9: an empty batch has no answers")
    void empty() {
        assertThat(Await.answer(store().renew(List.of()))).isEmpty();
    }

    @Test
    @DisplayName("R9: a thousand leases of one process are renewed in one call, lost ones told apart")
    void thousand() {
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            attempts.add(caller().runs());
        }
        elapse(Duration.ofMinutes(6));
        List<RenewAnswer> expected = new ArrayList<>();
        List<Renewal> batch = new ArrayList<>();
        Collections.shuffle(attempts, new Random(1));
        for (int i = 0; i < attempts.size(); i++) {
            boolean lost = i % 7 == 3;
            batch.add(lost ? foreign(attempts.get(i)) : attempts.get(i).renewal());
            expected.add(lost ? RenewAnswer.LOST : RenewAnswer.RENEWED);
        }

        assertThat(Await.answer(harness().another().renew(batch))).isEqualTo(expected);

        Sightings.assertLeaseLeft(LEASE, attempts.get(0).caller().sees());
        Sightings.assertLeaseLeft(
                LEASE.minusMinutes(6), attempts.get(3).caller().sees());
        Sightings.assertLeaseLeft(LEASE, attempts.get(999).caller().sees());
    }

    /** Somebody else's wish for the same key and attempt. */
    private static Renewal foreign(Attempt attempt) {
        Claim claim = attempt.caller().claim();
        return new Renewal(claim.id(), attempt.number(), Ids.claim(), claim.lease(), claim.retention());
    }
}
