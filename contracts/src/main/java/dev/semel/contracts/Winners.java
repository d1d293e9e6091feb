// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.ClaimAnswer;
import dev.semel.state.KeyRecord;
import java.util.List;

/** Looks at the answers that a crowd got. */
final class Winners {

    private Winners() {}

    static List<ClaimAnswer.Granted> all(List<ClaimAnswer> answers) {
        return answers.stream()
                .filter(ClaimAnswer.Granted.class::isInstance)
                .map(ClaimAnswer.Granted.class::cast)
                .toList();
    }

    /** The one claim that was granted; there must be exactly one. */
    static ClaimAnswer.Granted only(List<ClaimAnswer> answers) {
        List<ClaimAnswer.Granted> granted = all(answers);
        assertThat(granted)
                .as("claims that were granted, of %d", answers.size())
                .hasSize(1);
        return granted.get(0);
    }

    static void assertOthersConflictWith(ClaimAnswer.Granted winner, List<ClaimAnswer> answers) {
        assertThat(answers).filteredOn(answer -> answer != winner).allSatisfy(answer -> {
            assertThat(answer).isInstanceOf(ClaimAnswer.InProgress.class);
            assertThat(record(answer).claimId())
                    .isEqualTo(winner.sighting().record().claimId());
        });
    }

    /** The record that an answer brought: granted or in progress. */
    static KeyRecord record(ClaimAnswer answer) {
        return answer instanceof ClaimAnswer.Granted granted
                ? granted.sighting().record()
                : ((ClaimAnswer.InProgress) answer).sighting().record();
    }
}
