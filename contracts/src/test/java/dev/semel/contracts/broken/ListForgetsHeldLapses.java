// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Instant;

/**
 * Lists what is in doubt and nothing else: where a process died in the middle, a client is told to wait for a decision
 * and nobody sees it.
 */
@Breaks("R16")
public final class ListForgetsHeldLapses extends OpenStore {

    public ListForgetsHeldLapses(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isListed(KeyRecord record, Question question, Instant now) {
        return super.isListed(record, question, now) && record.state() == State.IN_DOUBT;
    }
}
