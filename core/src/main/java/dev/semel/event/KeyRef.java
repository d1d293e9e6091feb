// SPDX-License-Identifier: Apache-2.0
package dev.semel.event;

import dev.semel.key.KeyHash;
import dev.semel.state.RecordId;

/** A key as an observer may see it: the operation's name and a short keyed hash, made only when it is asked for (R27). */
public final class KeyRef {

    private final RecordId id;
    private final KeyHash hash;

    public KeyRef(RecordId id, KeyHash hash) {
        this.id = id;
        this.hash = hash;
    }

    /** The operation's name. */
    public String operation() {
        return id.operation();
    }

    /** The short keyed hash of tenant, operation and key. */
    public String hash() {
        return hash.of(id.tenant().id(), id.operation(), id.key().value());
    }

    @Override
    public String toString() {
        return operation() + " " + hash();
    }
}
