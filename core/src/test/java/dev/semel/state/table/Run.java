// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.Decision;
import dev.semel.state.FinishAnswer.AlreadyEnded;
import org.jspecify.annotations.Nullable;

/**
 * One command that met one record.
 *
 * @param found what was there
 * @param asked what the command brought along
 * @param decision what Transitions decided
 * @param otherwise what it decides when the table's own condition is left out; null where no row asks for it
 */
record Run(
        Found found,
        Asked asked,
        Decision<?> decision,
        @Nullable Decision<?> otherwise) {

    static Run of(Found found, Asked asked, Decision<?> decision) {
        return new Run(found, asked, decision, null);
    }

    /** The answer as the tables name it. */
    String answerName() {
        Object answer = decision.answer();
        if (answer instanceof AlreadyEnded ended && ended.isSaved()) {
            return "AlreadyEnded, saved";
        }
        return answer instanceof Record ? answer.getClass().getSimpleName() : String.valueOf(answer);
    }
}
