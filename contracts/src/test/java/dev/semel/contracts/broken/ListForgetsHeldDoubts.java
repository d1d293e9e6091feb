// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import java.time.Instant;

/**
 * Lists doubts by when they expire, and so none that never does: those that somebody must settle.
 */
@Breaks("R16")
public final class ListForgetsHeldDoubts extends OpenStore {

    public ListForgetsHeldDoubts(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isListed(KeyRecord record, Question question, Instant now) {
        return super.isListed(record, question, now) && !record.expiresAt().equals(KeyRecord.NEVER);
    }
}
