// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import java.time.Instant;

/**
 * Shows records that have expired and were not purged yet.
 */
@Breaks("R5")
public final class BrowseShowsTheExpired extends OpenStore {

    public BrowseShowsTheExpired(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isShown(KeyRecord record, Question question, Instant now) {
        return question.matches(record);
    }
}
