// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.Intent;
import dev.semel.state.Sighting;
import org.jspecify.annotations.Nullable;

/**
 * What came of a claim: an admission, or somebody else's live lease, for which one may wait.
 *
 * @param admission the admission, when there is one
 * @param busy the record in progress, when there is not
 */
record Decided(@Nullable Admission admission, @Nullable Sighting busy) {

    static Decided admitted(Admission admission) {
        return new Decided(admission, null);
    }

    static Decided busy(Sighting sighting) {
        return new Decided(null, sighting);
    }

    /** The admission of a caller who does not wait. */
    Admission orLoser(Intent intent) {
        return admission != null ? admission : Losers.answer(intent, busy);
    }
}
