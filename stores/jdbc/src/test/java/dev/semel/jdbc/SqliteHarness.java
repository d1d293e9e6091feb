// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.StoreHarness;
import dev.semel.spi.IdempotencyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A file of its own. One process owns it, so both clients are the same object; time passes by setting its clock on. */
final class SqliteHarness implements StoreHarness {

    private final Path folder;
    private final MovedClock clock = new MovedClock();
    private final SqliteStore store;

    SqliteHarness() {
        try {
            folder = Files.createTempDirectory("semel-sqlite");
        } catch (IOException e) {
            throw new UncheckedIOException("there is no place for a file", e);
        }
        store = SqliteStore.at(file()).clock(clock::from).open();
    }

    private Path file() {
        return folder.resolve("semel.db");
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public IdempotencyStore another() {
        return store;
    }

    @Override
    public void elapse(Duration duration) {
        clock.advance(duration);
    }

    @Override
    public long stored() {
        return Long.parseLong(Sqlite.ask(file(), "SELECT count(*) FROM semel_record"));
    }

    @Override
    public void close() {
        store.close();
        Sqlite.remove(folder);
    }
}
