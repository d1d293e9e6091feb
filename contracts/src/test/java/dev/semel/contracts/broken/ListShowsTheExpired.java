// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Instant;

/**
 * Lists doubts that have expired and were not purged yet.
 */
@Breaks("R5")
public final class ListShowsTheExpired extends OpenStore {

    public ListShowsTheExpired(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isListed(KeyRecord record, Question question, Instant now) {
        return question.matches(record) && record.state() == State.IN_DOUBT;
    }
}
