// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.jdbc.SqliteStore;
import dev.semel.spi.IdempotencyStore;
import java.nio.file.Path;

/** Opens stores on SQLite, which have a file of their own: the application's is the application's. */
final class SqliteStores {

    private static final String URL = "jdbc:sqlite:";

    private SqliteStores() {}

    static StoreSource at(Path file) {
        return new StoreSource(StoreKind.SQLITE, "the SQLite file " + file, () -> open(file));
    }

    /** A file beside that of the application's data source. */
    static StoreSource beside(String url) {
        return at(Path.of(fileOf(url) + ".semel"));
    }

    private static String fileOf(String url) {
        String file = url.startsWith(URL) ? url.substring(URL.length()) : "";
        int parameters = file.indexOf('?');
        String plain = parameters < 0 ? file : file.substring(0, parameters);
        if (plain.isEmpty() || plain.startsWith(":") || plain.startsWith("file:")) {
            throw new SetupException(
                    "The data source is a SQLite database whose file is not known, so that the records cannot be kept"
                            + " beside it.",
                    "Set semel.sqlite.file to a path for the records, or semel.store=memory if losing them is meant.");
        }
        return plain;
    }

    private static IdempotencyStore open(Path file) {
        try {
            return SqliteStore.at(file).open();
        } catch (IllegalStateException e) {
            throw new SetupException(
                    "The SQLite file for idempotency records cannot be used: " + e.getMessage(),
                    "Set semel.sqlite.file to another path, or end the process that owns this one.",
                    e);
        }
    }
}
