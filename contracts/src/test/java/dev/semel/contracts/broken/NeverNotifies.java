// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.spi.Notifying;
import dev.semel.state.RecordId;
import java.util.function.Consumer;

/**
 * Says that it tells of endings, takes subscriptions, and never tells. In the field: the channel's name was misspelt, and
 * waiters got their answers late, by looking.
 */
@Breaks("R28")
public final class NeverNotifies extends OpenStore implements Notifying {

    public NeverNotifies(Shelf shelf) {
        super(shelf);
    }

    @Override
    public Subscription onEnded(Consumer<RecordId> listener) {
        return () -> {};
    }
}
