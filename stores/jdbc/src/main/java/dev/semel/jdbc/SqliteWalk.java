// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Browsable.Page;
import dev.semel.spi.StoreException;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Somebody who looks through the records: a part of them in each transaction, so that none keeps the log from being emptied. */
final class SqliteWalk implements SqliteGlance {

    private final SqliteQueue<SqliteGlance> queue;
    private final Walk walk;
    private final CompletableFuture<Page> answer = new CompletableFuture<>();

    SqliteWalk(SqliteQueue<SqliteGlance> queue, Walk walk) {
        this.queue = queue;
        this.walk = walk;
    }

    CompletableFuture<Page> answer() {
        return answer;
    }

    /** Waits for a turn; fails at once when too many do already. */
    void goOn() {
        try {
            queue.add(this, 0);
        } catch (StoreUnavailableException e) {
            fail(e);
        }
    }

    @Override
    public void read(SqliteLookup lookup, Instant now) throws SQLException {
        Part part = lookup.survey(walk.question(), walk.from(), now, walk.room());
        List<Part.Spot> fitting = walk.fitting(part);
        walk.passes(part);
        for (Part.Spot spot : fitting) {
            see(lookup, spot.id(), now);
        }
    }

    private void see(SqliteLookup lookup, RecordId id, Instant now) throws SQLException {
        try {
            SqliteRow row = lookup.find(id, now);
            if (row != null && row.record() != null) {
                walk.sees(new Sighting(row.record(), now));
            }
        } catch (UnreadableRecordException e) {
            // What a newer version wrote cannot be shown, and must not hide all the others.
            return;
        }
    }

    @Override
    public void tell(Instant now) {
        if (walk.isOver(System.nanoTime())) {
            answer.complete(walk.page());
        } else {
            goOn();
        }
    }

    @Override
    public void fail(StoreException unavailable) {
        answer.completeExceptionally(unavailable);
    }
}
