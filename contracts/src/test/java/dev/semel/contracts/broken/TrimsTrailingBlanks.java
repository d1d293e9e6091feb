// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.Tenant;
import dev.semel.state.RecordId;

/**
 * The tenant column ignores blanks at the end, as CHAR and PAD SPACE collations do. In the field two tenants share
 * their records.
 */
@Breaks("R23")
public final class TrimsTrailingBlanks extends OpenStore {

    public TrimsTrailingBlanks(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Object slot(RecordId id) {
        return new RecordId(new Tenant(id.tenant().id().stripTrailing()), id.operation(), id.key());
    }
}
