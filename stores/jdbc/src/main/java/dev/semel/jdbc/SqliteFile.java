// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * The file that the records are in: made where there is none, and checked where there is one. A file that is not ours, or
 * is damaged, is never written to.
 */
final class SqliteFile {

    /** Beyond this size a full check would delay the start for too long; damage is then met when it is read. */
    private static final long FULLY_CHECKED = 256L << 20;

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int APPLICATION_ID_AT = 68;
    private static final int APPLICATION_ID = 1_397_050_700;

    private final Path path;
    private final SqliteSettings settings;

    SqliteFile(Path path, SqliteSettings settings) {
        this.path = path;
        this.settings = settings;
    }

    Path path() {
        return path;
    }

    /** The one name of the file, whichever links lead to it. */
    static Path real(Path path) {
        try {
            if (Files.exists(path)) {
                return path.toRealPath();
            }
            Path absolute = path.toAbsolutePath();
            Path folder = absolute.getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw new IllegalArgumentException(
                        "path is " + absolute + ", in a folder that does not exist: make it");
            }
            return folder.toRealPath().resolve(path.getFileName());
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of " + path + " cannot be read", e);
        }
    }

    /**
     * Makes the file or checks it.
     *
     * @throws IllegalStateException if it is not ours, damaged, or of another version
     */
    void prepare() {
        try {
            if (!Files.exists(path) || Files.size(path) == 0) {
                checkNoLog();
                create();
            } else {
                checkOwner();
                checkRights();
                checkContent();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read or made", e);
        } catch (SQLException e) {
            throw SqliteFailures.isDamage(e) ? damaged() : SqliteFailures.unavailable(e);
        }
    }

    /** SQLite would write the pages of any log that it finds into the new file, and so destroy it. */
    private void checkNoLog() throws IOException {
        Path log = beside("-wal");
        if (Files.exists(log) && Files.size(log) > 0) {
            throw new IllegalStateException(
                    path + " is gone, and " + log + ", with its latest records, is there: bring"
                            + " the file back, or move its log away too and begin with an empty one, in which every key is new");
        }
    }

    /** Under another name first: a crash leaves no half of a file under the right one. */
    private void create() throws IOException, SQLException {
        Path draft = beside(".creating");
        for (String part : List.of("", "-journal", "-wal", "-shm")) {
            Files.deleteIfExists(draft.resolveSibling(draft.getFileName() + part));
        }
        String schema = new SqlText("sqlite", new TableName(TableName.DEFAULT)).of("schema-1");
        try (Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + draft);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(schema);
        }
        Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        flushFolder();
    }

    private void flushFolder() {
        try (FileChannel folder = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException e) {
            // Not every system can open a folder. SQLite flushes it too, where it can, with its first commit.
        }
    }

    /** By the first bytes alone: opening it with SQLite would put files beside a stranger's database. */
    private void checkOwner() throws IOException {
        ByteBuffer header = ByteBuffer.allocate(APPLICATION_ID_AT + Integer.BYTES);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            while (header.hasRemaining() && channel.read(header) >= 0) {
                // A read may bring less than was asked for.
            }
        }
        header.flip();
        if (header.limit() < header.capacity() || !header.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
            throw new IllegalStateException(
                    path + " is not a SQLite database, and is left as it is: give the store a path" + " of its own");
        }
        if (header.getInt(APPLICATION_ID_AT) != APPLICATION_ID) {
            throw new IllegalStateException(path + " is a SQLite database of another application, and is left as it is:"
                    + " give the store a path of its own");
        }
    }

    /** First: SQLite would put files beside it that nobody may write either, and that stay when the rights are given. */
    private void checkRights() {
        Path folder = Objects.requireNonNull(path.getParent(), "a real path is in a folder");
        List<Path> parts = List.of(path, beside("-wal"), beside("-shm"), folder);
        for (Path part : parts) {
            if (Files.exists(part) && !Files.isWritable(part)) {
                throw new IllegalStateException(
                        part + " may not be written by this user, " + System.getProperty("user.name")
                                + ", or is on a disk that may only be read: the store needs to write to the file, to its folder and to what"
                                + " SQLite has beside it");
            }
        }
    }

    private Path beside(String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }

    private void checkContent() throws IOException, SQLException {
        SQLiteConfig config = config();
        config.setReadOnly(true);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            if (Files.size(path) <= FULLY_CHECKED && !isSound(statement)) {
                throw damaged();
            }
            checkVersion(statement);
        }
    }

    /** In full: the quick check passes an index whose pages have changed places, and keys that are not found are new. */
    private static boolean isSound(Statement statement) throws SQLException {
        try (ResultSet result = statement.executeQuery("PRAGMA integrity_check(1)")) {
            return result.next() && "ok".equals(result.getString(1));
        }
    }

    private static void checkVersion(Statement statement) throws SQLException {
        try (ResultSet versions = statement.executeQuery("SELECT max(version) FROM semel_schema")) {
            int version = versions.next() ? versions.getInt(1) : 0;
            if (version != Schema.VERSION) {
                throw new IllegalStateException("the tables are of version " + version + ", and this version of Semel"
                        + " works with " + Schema.VERSION + ": see UPGRADING.md");
            }
        }
    }

    private IllegalStateException damaged() {
        return new IllegalStateException(
                path + " is damaged, and is left as it is: restore a backup, or move it away, with"
                        + " its -wal, and begin with an empty one, in which every key is new");
    }

    SqliteSession writing() throws SQLException {
        SqliteSession session = SqliteSession.writing(connect());
        session.execute("PRAGMA synchronous = " + settings.sync());
        session.execute("PRAGMA wal_autocheckpoint = " + settings.checkpoint());
        session.execute("PRAGMA max_page_count = " + settings.pages());
        return session;
    }

    SqliteSession reading() throws SQLException {
        return SqliteSession.reading(connect());
    }

    private Connection connect() throws SQLException {
        return config().createConnection("jdbc:sqlite:" + path);
    }

    /** Never makes a file: one that was removed under a running store is a failure, not a new beginning. */
    private SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        // Each connection has a thread of its own.
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        config.setBusyTimeout((int) settings.patience().toMillis());
        config.setCacheSize(-settings.cacheKibibytes());
        return config;
    }
}
