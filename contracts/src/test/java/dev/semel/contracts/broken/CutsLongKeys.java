// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.IdempotencyKey;
import dev.semel.state.RecordId;

/**
 * The key column is shorter than the longest key. In the field long keys with the same beginning share an answer.
 */
@Breaks("R23")
public final class CutsLongKeys extends OpenStore {

    public CutsLongKeys(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Object slot(RecordId id) {
        String key = id.key().value();
        return new RecordId(
                id.tenant(), id.operation(), new IdempotencyKey(key.substring(0, Math.min(key.length(), 250))));
    }
}
