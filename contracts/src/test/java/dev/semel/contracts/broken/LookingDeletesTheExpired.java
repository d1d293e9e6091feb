// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Whoever looks and meets an expired record cleans it away by its key. In the field the key has been claimed anew by then, and a
 * waiter or a page of the console deletes an attempt that runs.
 */
@Breaks("T11")
public final class LookingDeletesTheExpired extends OpenStore {

    /** Whether anybody looks depends on the test. */
    private final Rendezvous looked = new Rendezvous(Duration.ofMillis(500));

    private final Rendezvous claimed = new Rendezvous();

    public LookingDeletesTheExpired(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        KeyRecord before = shelf.records().get(slot(claim.id()));
        if (before == null || !before.expiredAt(now())) {
            return super.claim(claim);
        }
        looked.hear(before);
        return super.claim(claim).thenApply(answer -> {
            if (answer instanceof ClaimAnswer.Granted) {
                claimed.tell(before);
            }
            return answer;
        });
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        KeyRecord seen = shelf.records().get(slot(id));
        if (seen == null || !seen.expiredAt(now())) {
            return super.find(id);
        }
        looked.tell(seen);
        claimed.hear(seen);
        shelf.records().remove(slot(id));
        return done(Optional.empty());
    }
}
