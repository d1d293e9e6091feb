// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import java.time.Instant;

/**
 * Leaves the tenant out of the question. In the field one merchant looks at another's keys.
 */
@Breaks("R23")
public final class BrowseShowsOtherTenants extends OpenStore {

    public BrowseShowsOtherTenants(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isShown(KeyRecord record, Question question, Instant now) {
        return !record.expiredAt(now) && question.states().contains(record.state());
    }
}
