// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The statements of one database: a file for each, in the folder of its name beside this class. */
final class SqlText {

    private final String folder;
    private final TableName table;

    SqlText(String folder, TableName table) {
        this.folder = folder;
        this.table = table;
    }

    /** The text of {@code <name>.sql}, on the configured table. */
    String of(String name) {
        String file = folder + "/" + name + ".sql";
        try (InputStream in = SqlText.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the statement " + file + " is missing from the jar");
            }
            return table.in(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the statement " + file + " cannot be read", e);
        }
    }
}
