// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.contracts.Likeness.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened so far in a sequence, put into words only for whoever reads its failure. */
final class Trace {

    private final List<Object> steps = new ArrayList<>();
    private final List<@Nullable View> answers = new ArrayList<>();

    void begin(Object step) {
        steps.add(step);
        answers.add(null);
    }

    /** Notes a step's answer, which must be like the expected one. */
    void answered(View expected, View actual) {
        answers.set(answers.size() - 1, actual);
        compare("the answer to the last step", expected, actual);
    }

    /** Compares what a look shows after the step. */
    void looked(int key, View expected, View actual) {
        compare("the record of key " + key, expected, actual);
    }

    void require(String what, boolean holds) {
        if (!holds) {
            throw new AssertionError("it does not hold that " + what + this);
        }
    }

    private void compare(String what, View expected, View actual) {
        if (!expected.isLike(actual)) {
            throw new AssertionError(
                    what + " is not what Transitions say\n  expected " + expected + "\n  but was  " + actual + this);
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("\nafter these steps:");
        for (int i = 0; i < steps.size(); i++) {
            text.append("\n  ").append(i + 1).append(". ").append(steps.get(i));
            if (answers.get(i) != null) {
                text.append("\n     → ").append(answers.get(i));
            }
        }
        return text.toString();
    }
}
