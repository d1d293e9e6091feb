// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.RecordId;

/**
 * The parts of an id are joined with a colon that they may contain. In the field a tenant chooses names that reach
 * another tenant's records.
 */
@Breaks("R23")
public final class JoinsTheIdWithColons extends OpenStore {

    public JoinsTheIdWithColons(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Object slot(RecordId id) {
        return id.tenant().id() + ":" + id.operation() + ":" + id.key().value();
    }
}
