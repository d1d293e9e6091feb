// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One command that reached the store, and what it did there.
 *
 * @param at when, by the store's clock
 * @param host who sent it; null for operators
 * @param id whose record
 * @param command what was asked
 * @param before the record before, null when there was none or an expired one
 * @param answer what the sender is told
 * @param after the record after
 */
record Step(
        Instant at,
        @Nullable Host host,
        RecordId id,
        Object command,
        @Nullable KeyRecord before,
        Object answer,
        @Nullable KeyRecord after) {

    boolean changed() {
        return before == null ? after != null : !before.equals(after);
    }

    String from() {
        return host == null ? "operator" : host.name();
    }
}
