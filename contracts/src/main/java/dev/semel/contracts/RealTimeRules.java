// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.ClaimAnswer;
import dev.semel.state.Reason;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The one group that waits: time passes in the store also when no harness lets it pass. */
abstract class RealTimeRules extends StoreRules {

    private static final Duration SHORT = Duration.ofMillis(400);

    @Test
    @DisplayName("R8, R12: a lease lapses by the store's own clock, and the next claim takes over")
    void leaseLapses() {
        Caller first = caller().leasing(SHORT, SHORT);
        first.runs();
        Caller second = elsewhere(first).leasing(Caller.LEASE, Caller.LEASE);

        Await.until("the lease lapses", () -> second.claims() instanceof ClaimAnswer.Granted);

        Attempt taken = second.runs();
        assertThat(taken.number()).isEqualTo(2);
        assertThat(taken.record().reason()).isEqualTo(Reason.LEASE_LAPSED);
    }

    @Test
    @DisplayName("R12, R13: a record expires by the store's own clock, and the key is new")
    void recordExpires() {
        Attempt attempt = caller().keeping(SHORT).runs();
        attempt.completes();

        Await.until("the record expires", () -> attempt.caller().finds().isEmpty());

        assertThat(elsewhere(attempt.caller()).runs().number()).isEqualTo(1);
    }
}
