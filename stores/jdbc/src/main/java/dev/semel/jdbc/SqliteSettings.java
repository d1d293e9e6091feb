// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * A store's settings, checked.
 *
 * @param sync when commits are flushed
 * @param queue how many calls may wait for the writer, and how many for the readers
 * @param batch how many commands share a commit
 * @param readers how many threads look records up
 * @param pages how many pages the file may have
 * @param clock makes the store's clock from the latest instant in the file
 */
record SqliteSettings(
        SqliteSync sync, int queue, int batch, int readers, int pages, Function<Instant, InstantSource> clock) {

    /** As many as SQLite allows. */
    static final int MOST_PAGES = 2_147_483_646;

    SqliteSettings {
        if (queue < 1) {
            throw new IllegalArgumentException("queue is at least 1, not " + queue);
        }
        if (batch < 1 || batch > 10_000) {
            throw new IllegalArgumentException("batch is from 1 to 10000, not " + batch);
        }
        if (readers < 1 || readers > 64) {
            throw new IllegalArgumentException("readers is from 1 to 64, not " + readers);
        }
    }

    /** Pages in the log before they are copied into the file: a few, so that a copy never takes long. */
    int checkpoint() {
        return 1_000;
    }

    /** How long a transaction waits for somebody else's, who has no business with the file. */
    Duration patience() {
        return Duration.ofMillis(500);
    }

    int cacheKibibytes() {
        return 32 << 10;
    }
}
