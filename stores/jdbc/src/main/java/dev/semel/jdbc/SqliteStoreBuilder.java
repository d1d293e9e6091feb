// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/** Settings of a {@link SqliteStore}. Not safe for use by several threads. */
public final class SqliteStoreBuilder {

    private final Path path;
    private SqliteSync sync = SqliteSync.FULL;
    private int queue = 10_000;
    private int batch = 512;
    private int readers = 2;
    private int pages = SqliteSettings.MOST_PAGES;
    private Function<Instant, InstantSource> clock = SqliteClock::from;

    SqliteStoreBuilder(Path path) {
        this.path = path;
    }

    /** When a commit is flushed; {@link SqliteSync#FULL} by default, before it is acknowledged. */
    public SqliteStoreBuilder synchronous(SqliteSync when) {
        this.sync = when;
        return this;
    }

    /** How many calls may wait before more are refused as unavailable; 10,000 by default (R29). */
    public SqliteStoreBuilder queue(int calls) {
        this.queue = calls;
        return this;
    }

    /** How many commands share a commit; 512 by default. */
    public SqliteStoreBuilder batch(int commands) {
        this.batch = commands;
        return this;
    }

    /** How many threads look records up beside the writer; 2 by default. */
    public SqliteStoreBuilder readers(int threads) {
        this.readers = threads;
        return this;
    }

    /** For tests: a file that is full after so many pages. */
    SqliteStoreBuilder pages(int most) {
        this.pages = most;
        return this;
    }

    /** For tests: a clock, made from the latest instant in the file. */
    SqliteStoreBuilder clock(Function<Instant, InstantSource> maker) {
        this.clock = maker;
        return this;
    }

    /**
     * Takes the file, makes it where there is none, and opens the store.
     *
     * @throws IllegalArgumentException if a setting cannot do; the message says which and why
     * @throws IllegalStateException if another process owns the file, or it is damaged, newer, or not a store of ours
     * @throws dev.semel.spi.StoreUnavailableException if SQLite cannot open it now
     */
    public SqliteStore open() {
        SqliteSettings settings = new SqliteSettings(sync, queue, batch, readers, pages, clock);
        Path file = SqliteFile.real(path);
        SqliteLock lock = SqliteLock.of(file);
        SqliteStore store = null;
        try {
            store = SqliteStore.on(new SqliteFile(file, settings), settings, lock);
            return store;
        } finally {
            if (store == null) {
                lock.close();
            }
        }
    }
}
