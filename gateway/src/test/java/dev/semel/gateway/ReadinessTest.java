// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.memory.MemoryStore;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The gateway's readiness")
class ReadinessTest {

    private final FaultyStore store = FaultyStore.around(MemoryStore.create());
    private final Readiness readiness = new Readiness(store, Duration.ofMillis(50));

    private Optional<String> problem() throws Exception {
        return readiness.problem().get(30, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("R29: is lost while the store cannot be reached, and comes back with it")
    void down() throws Exception {
        assertThat(problem()).isEmpty();
        store.next(Fault.REQUEST_LOST).onFind();
        assertThat(problem()).hasValueSatisfying(why -> assertThat(why).contains("store cannot be asked"));
        assertThat(problem()).isEmpty();
    }

    @Test
    @DisplayName("R29: is lost when the store does not answer in time; who asks meanwhile shares the question")
    void hangs() throws Exception {
        // Long enough for both to ask before it is over, whatever else the machine has to do.
        Readiness patient = new Readiness(store, Duration.ofSeconds(2));
        store.next(Fault.REQUEST_SWALLOWED).onFind();
        CompletableFuture<Optional<String>> first = patient.problem();
        CompletableFuture<Optional<String>> second = patient.problem();
        assertThat(second).isSameAs(first);
        assertThat(first.get(30, TimeUnit.SECONDS))
                .hasValueSatisfying(why -> assertThat(why).contains("within 2s"));
        assertThat(patient.problem().get(30, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    @DisplayName("ends when the gateway is stopping, whatever the store says")
    void stopping() throws Exception {
        readiness.stop();
        assertThat(problem()).hasValueSatisfying(why -> assertThat(why).contains("stopping"));
    }
}
