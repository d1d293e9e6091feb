// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreUnavailableException;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** What a failed statement of SQLite means. The code says it; messages are for people and may show a key (R27). */
final class SqliteFailures {

    private static final int PRIMARY = 0xff;

    private SqliteFailures() {}

    /** Whether the file is damaged, or no database. */
    static boolean isDamage(SQLException failure) {
        return is(failure, SQLiteErrorCode.SQLITE_CORRUPT) || is(failure, SQLiteErrorCode.SQLITE_NOTADB);
    }

    /** Whether the statement failed for its own values, and left the transaction as it was. */
    static boolean isOfOneCommand(SQLException failure) {
        return is(failure, SQLiteErrorCode.SQLITE_TOOBIG);
    }

    /** Whether there is no room for what was to be written. */
    static boolean isFull(SQLException failure) {
        return is(failure, SQLiteErrorCode.SQLITE_FULL);
    }

    static StoreUnavailableException unavailable(SQLException failure) {
        SQLException bare = new SQLException(
                "the driver's message is not repeated here: it could show a key",
                failure.getSQLState(),
                failure.getErrorCode());
        bare.setStackTrace(failure.getStackTrace());
        return new StoreUnavailableException(
                "SQLite could not answer (code " + failure.getErrorCode() + "): " + advice(failure), bare);
    }

    private static String advice(SQLException failure) {
        if (is(failure, SQLiteErrorCode.SQLITE_BUSY)) {
            return "another program holds the file's write lock; let it finish, or stop it";
        }
        if (isFull(failure)) {
            return "the disk is full; make room, and the store goes on";
        }
        if (isDamage(failure)) {
            return "the file is damaged; nothing is run because of that: restore a backup";
        }
        if (isOfOneCommand(failure)) {
            return "the answer is larger than SQLite can keep; lower the operation's limit";
        }
        if (is(failure, SQLiteErrorCode.SQLITE_READONLY) || is(failure, SQLiteErrorCode.SQLITE_CANTOPEN)) {
            return "the file, its folder, or its -wal or -shm may not be written, or is gone: give this user the right to";
        }
        return "see https://www.sqlite.org/rescode.html for the code; whether the statement had its effect is unknown";
    }

    private static boolean is(SQLException failure, SQLiteErrorCode code) {
        return (failure.getErrorCode() & PRIMARY) == code.code;
    }
}
