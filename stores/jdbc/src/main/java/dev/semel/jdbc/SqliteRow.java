// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.KeyRecord;
import org.jspecify.annotations.Nullable;

/**
 * A row of the file.
 *
 * @param number its row number
 * @param record what it says; null when it has expired, which is as good as absent
 */
record SqliteRow(long number, @Nullable KeyRecord record) {}
