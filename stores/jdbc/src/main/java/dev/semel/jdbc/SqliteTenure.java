// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What tells an owner that the file is still his: a mark in it, which the next owner overwrites, and that its parts are the ones that he
 * opened. The lock keeps others out; but somebody may remove the lock's file, or the database's, and a system may lose
 * locks. Who has lost his file writes nothing any more: what he would acknowledge is nowhere after a restart, or contradicts another
 * owner.
 */
final class SqliteTenure {

    private static final String DATABASE = "";
    private static final String LOG = "-wal";
    private static final List<String> PARTS = List.of(DATABASE, LOG, "-shm");
    private static final String LOCK = ".lock";

    private final Path file;
    private final int mark;
    private final Map<String, Object> known = new ConcurrentHashMap<>();
    private volatile @Nullable String lost;

    private SqliteTenure(Path file, int mark) {
        this.file = file;
        this.mark = mark;
    }

    /** Begins in the owner's first transaction, which is the end of any other owner's tenure. */
    static SqliteTenure begin(Path file, SqliteSession session) throws SQLException {
        SqliteTenure tenure = new SqliteTenure(file, ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
        session.execute("PRAGMA user_version = " + tenure.mark);
        tenure.know(DATABASE);
        tenure.know(LOCK);
        return tenure;
    }

    /** Takes note of the files that a new connection to the database has beside it. */
    void opened() {
        PARTS.stream().filter(part -> !part.equals(DATABASE)).forEach(this::know);
    }

    private void know(String part) {
        identity(part).ifPresentOrElse(identity -> known.put(part, identity), () -> known.remove(part));
    }

    /** Which file has a part's name at this moment; empty where there is none, or where the system does not say. */
    private Optional<Object> identity(String part) {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(named(part), BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Path named(String part) {
        return file.resolveSibling(file.getFileName() + part);
    }

    private boolean isAsKnown(String part) {
        Object identity = known.get(part);
        return identity == null || Objects.equals(identity(part).orElse(null), identity);
    }

    /** Fails when the file was lost before. */
    void require() {
        if (lost != null) {
            throw new StoreUnavailableException(lost);
        }
    }

    /** Fails when the file, or what belongs to it, is not there any more; between two transactions of the given session. */
    void requireParts(SqliteSession session) throws SQLException {
        for (String part : PARTS) {
            if (!isAsKnown(part)) {
                rescue(session);
                throw lose(named(part) + " was removed or replaced while the store had it open: bring it back if it is"
                        + " the database itself, and start this service again");
            }
        }
    }

    /** What was acknowledged is in a log that may have no name any more: it goes home while that is known to be ours alone. */
    private void rescue(SqliteSession session) throws SQLException {
        if (isAsKnown(DATABASE) && isAsKnown(LOCK)) {
            session.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    /** Fails when the mark in the file is another owner's; within a transaction of the given session. */
    void requireMark(SqliteSession session) throws SQLException {
        if (session.number("PRAGMA user_version") != mark) {
            throw lose("another process has taken " + file + ", which a lock should have prevented: was " + named(LOCK)
                    + " removed? This one writes nothing any more: stop it, or give it a file of its own");
        }
    }

    private StoreUnavailableException lose(String why) {
        lost = why;
        return new StoreUnavailableException(why);
    }
}
