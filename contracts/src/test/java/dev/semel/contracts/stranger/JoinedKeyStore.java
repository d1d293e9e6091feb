// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.state.RecordId;
import java.time.InstantSource;

/**
 * Wrong: the record's place is tenant, operation and key joined by {@code #}, the partition key of every tutorial on
 * single-table design. Tenants and keys may contain that character, and nothing escapes it.
 *
 * <p>Harm: tenant {@code acme} with a chosen operation or key reaches the record of tenant {@code acme#eu}. It gets a
 * stranger's saved answer if it can guess the payload, and a 422 that it cannot explain if it cannot (R23, invariant 7).
 */
public final class JoinedKeyStore extends PlainStore {

    public JoinedKeyStore(InstantSource clock) {
        super(clock);
    }

    @Override
    Object place(RecordId id) {
        return id.tenant().id() + "#" + id.operation() + "#" + id.key().value();
    }
}
