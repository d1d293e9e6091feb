// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

/** One invariant, checked at every step of the store, before the step is remembered. */
@FunctionalInterface
interface Rule {

    void check(Step step, Life life, Verdict verdict);

    /** Where violations go: they are noted, not thrown, since an engine would swallow them. */
    @FunctionalInterface
    interface Verdict {

        void violated(String rule);

        default void unless(boolean holds, String rule) {
            if (!holds) {
                violated(rule);
            }
        }
    }
}
