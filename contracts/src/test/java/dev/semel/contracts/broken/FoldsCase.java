// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.IdempotencyKey;
import dev.semel.state.RecordId;
import java.util.Locale;

/**
 * The key column ignores case. In the field one customer gets another customer's receipt.
 */
@Breaks("T19")
public final class FoldsCase extends OpenStore {

    public FoldsCase(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Object slot(RecordId id) {
        return new RecordId(
                id.tenant(), id.operation(), new IdempotencyKey(id.key().value().toLowerCase(Locale.ROOT)));
    }
}
