// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Attempt.DOUBT;
import static dev.semel.contracts.Attempt.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.semel.state.HistoryLine;
import dev.semel.state.Reason;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nothing is forgotten in flight: a record tells what happened before. */
abstract class HistoryRules extends StoreRules {

    @Test
    @DisplayName("R3: a record with a single attempt has no history, however it ends")
    void single() {
        Caller caller = caller();
        Attempt attempt = caller.runs();
        attempt.renews();
        caller.runs();
        attempt.completes();

        assertThat(caller.sees().record().history().lines()).isEmpty();
    }

    @Test
    @DisplayName("R3, R11: the history tells each attempt's number and why it began")
    void reasons() {
        Caller caller = caller();
        caller.runs();
        lapse();
        caller.rival().runs().reaches(DOUBT);
        caller.rival().runs().reaches(new dev.semel.state.Ending.Release(true));
        caller.rival().runs().completes(Attempt.ANSWER, 1);
        caller.rival().rerunningBelow(2).runs().completes(Attempt.ANSWER, 2);

        List<HistoryLine> lines = elsewhere(caller).sees().record().history().lines();

        assertThat(lines)
                .extracting(HistoryLine::attempt, HistoryLine::reason, HistoryLine::who, HistoryLine::why)
                .containsExactly(
                        tuple(1, Reason.FIRST, "", ""),
                        tuple(2, Reason.LEASE_LAPSED, "", ""),
                        tuple(3, Reason.IN_DOUBT, "", ""),
                        tuple(4, Reason.RELEASED, "", ""),
                        tuple(5, Reason.OLDER_VERSION, "", ""));
        assertInOrder(lines, caller.sees().at());
    }

    @Test
    @DisplayName("R3: the history keeps the last eight lines")
    void lastEight() {
        Caller caller = caller();
        for (int number = 1; number <= 12; number++) {
            caller.rival().runs().reaches(number % 2 == 0 ? RELEASE : DOUBT);
        }

        List<HistoryLine> lines = caller.sees().record().history().lines();

        assertThat(lines)
                .extracting(HistoryLine::attempt)
                .containsExactlyElementsOf(IntStream.rangeClosed(5, 12).boxed().toList());
        assertThat(lines).extracting(HistoryLine::reason).containsOnly(Reason.IN_DOUBT);
        assertInOrder(lines, caller.sees().at());
    }

    @Test
    @DisplayName("R3: endings, renewals, refusals and retries leave the history as it is")
    void onlyAttemptsCount() {
        Caller caller = caller();
        caller.runs();
        lapse();
        Caller second = caller.rival();
        Attempt attempt = second.runs();
        List<HistoryLine> before = caller.sees().record().history().lines();

        second.runs();
        attempt.renews();
        caller.conflicts();
        caller.rival().asking(Caller.OTHER_PAYLOAD).mismatches();
        attempt.completes();

        assertThat(before).hasSize(2);
        assertThat(caller.sees().record().history().lines())
                .extracting(HistoryLine::attempt)
                .containsExactly(1, 2);
    }

    private static void assertInOrder(List<HistoryLine> lines, Instant seenAt) {
        assertThat(lines).extracting(HistoryLine::at).isSorted();
        assertThat(lines.get(lines.size() - 1).at()).isBeforeOrEqualTo(seenAt.plus(Sightings.SLACK));
    }
}
