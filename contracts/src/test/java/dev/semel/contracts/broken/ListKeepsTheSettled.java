// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.State;
import java.time.Instant;

/**
 * Lists what was settled, too. An operator who trusts the list pays a customer back twice.
 */
@Breaks("R16")
public final class ListKeepsTheSettled extends OpenStore {

    public ListKeepsTheSettled(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isListed(KeyRecord record, Question question, Instant now) {
        return super.isListed(record, question, now)
                || (record.state() == State.RELEASED && record.reason() == Reason.SETTLED_DID_NOT_HAPPEN);
    }
}
