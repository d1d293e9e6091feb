// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreException;
import java.sql.SQLException;
import java.time.Instant;

/** What a reader does beside the writer: it reads within a transaction, and tells after it. */
interface SqliteGlance {

    /** Reads, as of the given instant, and keeps what it saw to itself. */
    void read(SqliteLookup lookup, Instant now) throws SQLException;

    /** Tells what was seen. */
    void tell(Instant now);

    void fail(StoreException unavailable);
}
