// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import java.time.Instant;

/**
 * Lists a doubt only if the attempt that ended was the first one: not what is left by who did nothing after another
 * one.
 */
@Breaks("R4")
public final class ListForgetsLeftDoubts extends OpenStore {

    public ListForgetsLeftDoubts(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isListed(KeyRecord record, Question question, Instant now) {
        return super.isListed(record, question, now) && record.attempt() == 1;
    }
}
