// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.Guarantees;
import dev.semel.spi.Guarantees.Consistency;
import dev.semel.spi.IdempotencyStore;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a store says about itself. */
abstract class GuaranteeRules extends StoreRules {

    @Test
    @DisplayName("R30: a store says in words what it guarantees, and every client of it says the same")
    void stated() {
        Guarantees guarantees = store().guarantees();

        assertThat(guarantees.statement()).hasSizeGreaterThan(20);
        assertThat(harness().another().guarantees()).isEqualTo(guarantees);
    }

    @Test
    @DisplayName("R30: a store that decides who runs is linearizable")
    void linearizable() {
        assertThat(store().guarantees().consistency()).isEqualTo(Consistency.LINEARIZABLE);
    }

    @Test
    @DisplayName("R32: both clients of a harness have the same capabilities")
    void capabilities() {
        assertThat(capabilitiesOf(harness().another())).isEqualTo(capabilitiesOf(store()));
    }

    private static List<Boolean> capabilitiesOf(IdempotencyStore store) {
        return List.of(
                store instanceof dev.semel.spi.Purgeable,
                store instanceof dev.semel.spi.Settleable,
                store instanceof dev.semel.spi.Notifying,
                store instanceof dev.semel.spi.Browsable,
                store instanceof dev.semel.spi.DoubtList);
    }
}
