// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.KeyRecord;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A purge picks expired keys first and deletes them by key afterwards. In the field a key that was claimed in
 * between loses its running record, and the next retry runs beside it.
 */
@Breaks({"T11", "T26"})
public final class PurgesWithoutCondition extends OpenStore {

    private final Rendezvous picked = new Rendezvous();
    private final Rendezvous replaced = new Rendezvous();

    public PurgesWithoutCondition(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        KeyRecord seen = shelf.records().get(slot(claim.id()));
        boolean expired = seen != null && seen.expiredAt(now());
        if (expired) {
            picked.hear(seen);
        }
        CompletionStage<ClaimAnswer> answer = super.claim(claim);
        if (expired) {
            replaced.tell(seen);
        }
        return answer;
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        List<KeyRecord> expired = shelf.records().values().stream()
                .filter(record -> record.expiredAt(now()))
                .limit(limit)
                .toList();
        for (KeyRecord record : expired) {
            picked.tell(record);
            replaced.hear(record);
            shelf.records().remove(slot(record.id()));
        }
        return done(expired.size());
    }
}
