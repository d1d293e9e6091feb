// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Fingerprint;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the rules remember of one record, from the store's answers alone. */
final class Life {

    /** The record as the last step left it. */
    @Nullable
    KeyRecord last;

    /** The leases that the store has told and not taken back: until when. */
    final Map<ClaimId, Instant> leases = new HashMap<>();

    /** The answer that everybody must get, and for how long at least. */
    @Nullable
    Answer standing;

    Instant standsUntil = Instant.MIN;

    /** Whether some attempt's outcome is unknown and nobody has settled that. */
    boolean doubtful;

    /** Everything that was ever saved, and while it stood. */
    final List<Stand> stands = new ArrayList<>();

    /** Everything that the key was ever used for. */
    final Set<Fingerprint> payloads = new HashSet<>();

    /** An answer and while it stood. */
    record Stand(Fingerprint payload, Answer answer, Instant from, Instant until) {

        boolean overlaps(Instant first, Instant last) {
            return !from.isAfter(last) && !until.isBefore(first);
        }
    }

    /** A new answer stands; the one before stood until now. */
    void stand(Fingerprint payload, Answer answer, Instant at, Instant until) {
        closeStand(at);
        stands.add(new Stand(payload, answer, at, Instant.MAX));
        standing = answer;
        standsUntil = until;
    }

    /** Nothing stands any more: the record has expired. */
    void fall(Instant at) {
        closeStand(at);
        standing = null;
        standsUntil = Instant.MIN;
        doubtful = false;
        leases.clear();
    }

    private void closeStand(Instant at) {
        if (!stands.isEmpty() && stands.get(stands.size() - 1).until().equals(Instant.MAX)) {
            Stand open = stands.remove(stands.size() - 1);
            stands.add(new Stand(open.payload(), open.answer(), open.from(), at));
        }
    }
}
