// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.spi.Browsable.Page;
import dev.semel.state.Answer;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import org.jspecify.annotations.Nullable;

/** How many bytes there are to open in what a store says. */
final class Weights {

    /** There is no answer in it, not even an empty one. */
    static final long NOTHING = -1;

    private Weights() {}

    static long of(ClaimAnswer answer) {
        if (answer instanceof ClaimAnswer.Final last) {
            return of(last.sighting());
        }
        if (answer instanceof ClaimAnswer.Mismatch other) {
            return of(other.sighting());
        }
        if (answer instanceof ClaimAnswer.Granted granted) {
            return of(granted.sighting());
        }
        // No others: a record that is held, or whose claim is spent, is in doubt or free, and those have no answer.
        return answer instanceof ClaimAnswer.InProgress busy ? of(busy.sighting()) : NOTHING;
    }

    static long of(FinishAnswer answer) {
        if (answer instanceof FinishAnswer.Applied applied) {
            return of(applied.sighting());
        }
        return answer instanceof FinishAnswer.AlreadyEnded ended
                ? of(ended.sighting())
                : of(((FinishAnswer.Fenced) answer).sighting());
    }

    static long of(SettleAnswer answer) {
        return answer instanceof SettleAnswer.Settled settled
                ? of(settled.sighting())
                : of(((SettleAnswer.Refused) answer).sighting());
    }

    static long of(Page page) {
        return page.found().stream()
                .mapToLong(Weights::of)
                .filter(weight -> weight != NOTHING)
                .sum();
    }

    static long of(@Nullable Sighting sighting) {
        Answer answer = sighting == null ? null : sighting.record().answer();
        return answer == null ? NOTHING : answer.saved().size();
    }
}
