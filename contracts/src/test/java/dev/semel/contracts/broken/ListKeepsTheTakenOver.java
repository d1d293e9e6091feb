// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.State;
import java.time.Instant;

/**
 * Lists a doubt also while a retry that took over is at work.
 */
@Breaks("R10")
public final class ListKeepsTheTakenOver extends OpenStore {

    public ListKeepsTheTakenOver(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isListed(KeyRecord record, Question question, Instant now) {
        return super.isListed(record, question, now)
                || (record.state() == State.IN_PROGRESS && record.reason() == Reason.IN_DOUBT);
    }
}
