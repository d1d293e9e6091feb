// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who wants to see a record.
 *
 * @param <A> what the caller hears
 */
final class SqliteLook<A> implements SqliteGlance {

    private final RecordId id;
    private final CompletableFuture<A> answer;
    private final Seen then;
    private @Nullable SqliteRow row;
    private @Nullable StoreException failure;

    SqliteLook(RecordId id, CompletableFuture<A> answer, Seen then) {
        this.id = id;
        this.answer = answer;
        this.then = then;
    }

    @Override
    public void read(SqliteLookup lookup, Instant now) throws SQLException {
        try {
            row = lookup.find(id, now);
        } catch (UnreadableRecordException e) {
            failure = e;
        }
    }

    @Override
    public void tell(Instant now) {
        if (failure == null) {
            then.seen(row == null ? null : row.record(), now);
        } else {
            answer.completeExceptionally(failure);
        }
    }

    @Override
    public void fail(StoreException unavailable) {
        answer.completeExceptionally(unavailable);
    }

    /** Answers from what was seen, or asks the writer. */
    interface Seen {
        void seen(@Nullable KeyRecord record, Instant now);
    }
}
