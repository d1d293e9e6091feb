// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a command finds, and when.
 *
 * @param record the stored record, null when there is none
 * @param now the instant of the store's clock
 */
record Found(@Nullable KeyRecord record, Instant now) {

    /** The record, or null when it is as good as absent. */
    @Nullable
    KeyRecord present() {
        return record == null || record.expiredAt(now) ? null : record;
    }
}
