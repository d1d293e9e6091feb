// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.Browsable;
import dev.semel.spi.DoubtList;
import dev.semel.spi.Settleable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Everything that a store promises, as sentences; {@link StoreModelContract} asks the same in random order. A store has
 * a test that extends both, and passes all of it against the real server (R32):
 *
 * <pre>{@code
 * class AcmeStoreTest extends StoreContract {
 *     protected StoreHarness open() {
 *         return new AcmeHarness(server);
 *     }
 * }
 * }</pre>
 *
 * <p>A store that is {@link Settleable} extends {@link SettleableStoreContract} instead, and one that is
 * {@link Browsable} too {@link BrowsableStoreContract}; a test here fails when it does not, so that a capability is
 * never left untested without a word. A store that is not {@link dev.semel.spi.Purgeable}
 * is asked to forget expired records by itself.
 *
 * <p>No test depends on how fast the machine is: leases are long, and the harness lets them pass.
 */
public abstract class StoreContract {

    private @Nullable StoreHarness harness;

    /** A harness for the next test. It may be a new view of a server that all tests share. */
    protected abstract StoreHarness open() throws Exception;

    @BeforeEach
    void openHarness() throws Exception {
        harness = open();
    }

    @AfterEach
    void closeHarness() {
        if (harness != null) {
            harness.close();
        }
    }

    final StoreHarness harness() {
        if (harness == null) {
            throw new IllegalStateException("a harness is there during a test only");
        }
        return harness;
    }

    @Test
    @DisplayName(
            "R32: a store that can settle records proves it: it extends SettleableStoreContract, and no other does")
    void settleableIsTested() {
        assertThat(this instanceof SettleableStoreContract)
                .as("extends SettleableStoreContract")
                .isEqualTo(harness().store() instanceof Settleable);
    }

    @Test
    @DisplayName(
            "R32: a store whose records can be looked through proves it: it extends BrowsableStoreContract, and no other"
                    + " does")
    void browsableIsTested() {
        assertThat(this instanceof BrowsableStoreContract)
                .as("extends BrowsableStoreContract")
                .isEqualTo(harness().store() instanceof Browsable);
    }

    @Test
    @DisplayName(
            "R32: a store that lists what waits for a decision proves it: it extends DoubtListStoreContract, and no other does")
    void doubtListIsTested() {
        assertThat(this instanceof DoubtListStoreContract)
                .as("extends DoubtListStoreContract")
                .isEqualTo(harness().store() instanceof DoubtList);
    }

    @Nested
    @DisplayName("A claim")
    class Claim extends ClaimRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A lost answer")
    class Recognition extends RecognitionRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A claim that was given up")
    class Abandon extends AbandonRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A lease")
    class Lease extends LeaseRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A renewal in bulk")
    class BulkRenewal extends BulkRenewalRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("The fence")
    class Fence extends FenceRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("Doubt and release")
    class Doubt extends DoubtRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("Retention")
    class Retention extends RetentionRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("The purge")
    class Purge extends PurgeRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A late retry")
    class LateRetry extends LateRetryRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A schema version")
    class Schema extends SchemaRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("An id")
    class Scope extends ScopeRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A saved answer")
    class Answer extends AnswerRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("The history")
    class History extends HistoryRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("An instant")
    class Instant extends InstantRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("Somebody who waits")
    class Waiter extends WaiterRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A race for a key")
    class ClaimRace extends ClaimRaceRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A race to take over")
    class TakeoverRace extends TakeoverRaceRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("Real time")
    class RealTime extends RealTimeRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }

    @Nested
    @DisplayName("A guarantee")
    class Guarantee extends GuaranteeRules {
        @Override
        StoreHarness harness() {
            return StoreContract.this.harness();
        }
    }
}
