// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A SQLite file from outside, as an operator's tool sees it. */
final class Sqlite {

    private Sqlite() {}

    static Connection connect(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    /** The first value of the first row. */
    static String ask(Path file, String sql) {
        try (Connection connection = connect(file);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? String.valueOf(result.getString(1)) : "nothing";
        } catch (SQLException e) {
            throw new IllegalStateException("a query of the test failed: " + e.getMessage(), e);
        }
    }

    static void run(Path file, String sql) {
        try (Connection connection = connect(file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("a statement of the test failed: " + e.getMessage(), e);
        }
    }

    static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of a test cannot be removed", e);
        }
    }
}
