// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import java.util.List;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.jspecify.annotations.Nullable;

/**
 * Drives a store with random sequences of commands over a few keys, and compares each answer, and the record found
 * afterwards, with {@link dev.semel.state.Transitions}. A failure prints the shortest sequence that was found to fail,
 * step by step, and the seed that gives it again.
 *
 * <p>How many sequences are tried stands in {@link Rounds} under {@code storeModel}.
 */
public abstract class StoreModelContract {

    private @Nullable StoreHarness harness;

    /** A harness for all sequences; they use fresh keys. */
    protected abstract StoreHarness open() throws Exception;

    @BeforeProperty
    void openHarness() throws Exception {
        harness = open();
    }

    @AfterProperty
    void closeHarness() {
        if (harness != null) {
            harness.close();
        }
    }

    @Property(
            generation = GenerationMode.RANDOMIZED,
            edgeCases = EdgeCasesMode.NONE,
            afterFailure = AfterFailureMode.RANDOM_SEED)
    @Label("R1–R20: every answer of every command in every state is the one that Transitions give")
    @AddLifecycleHook(TriesFromRounds.class)
    void answersLikeTransitions(@ForAll("sequences") List<Step> steps) {
        if (harness == null) {
            throw new IllegalStateException("a harness is there during a property only");
        }
        new ModelRun(harness).take(steps);
    }

    @Provide
    Arbitrary<List<Step>> sequences() {
        return Steps.sequences();
    }
}
