// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.util.Set;

/** What a failed statement means. The SQLSTATE says it; messages are for people and may show a key (R27). */
final class Failures {

    /** Serialization failure, deadlock: the statement did nothing and may be sent again. */
    private static final Set<String> TRANSIENT = Set.of("40001", "40P01");

    /** PostgreSQL: a lock was not to be had in the time that a statement waits for one. */
    private static final String LOCKED = "55P03";

    /** The same of MySQL and MariaDB, where the SQLSTATE is only HY000. */
    private static final int LOCKED_CODE = 1205;

    /** Data exception, constraint violation, program limit exceeded. */
    private static final Set<String> OF_DATA = Set.of("22", "23", "54");

    /**
     * MySQL and MariaDB, where the SQLSTATE is only HY000: a value that a column cannot have. The same SQLSTATE has what no
     * command is to blame for, as a full disk or a server that may not write: to try each command of a batch alone would be as
     * many failures, one after the other.
     */
    private static final Set<Integer> OF_DATA_CODES = Set.of(1366);

    /**
     * MySQL and MariaDB: deadlock, record changed since last read. Not the lock wait time-out: the rest of the batch would
     * wait along, try after try.
     */
    private static final Set<Integer> TRANSIENT_CODES = Set.of(1213, 1020);

    private Failures() {}

    /** Whether the statement had no effect and may succeed when it is sent again. */
    static boolean isTransient(SQLException failure) {
        return TRANSIENT.contains(state(failure)) || TRANSIENT_CODES.contains(failure.getErrorCode());
    }

    /** Whether a single command of a batch can be the reason. */
    static boolean isOfOneCommand(SQLException failure) {
        String state = state(failure);
        boolean ofData = state.length() == 5
                && (OF_DATA.contains(state.substring(0, 2)) || OF_DATA_CODES.contains(failure.getErrorCode()));
        return ofData || isLocked(failure);
    }

    /** Whether somebody else keeps a row that one of the commands needs: alone it may be sent again, after a while. */
    static boolean isLocked(SQLException failure) {
        return LOCKED.equals(failure.getSQLState()) || failure.getErrorCode() == LOCKED_CODE;
    }

    /** Whether the server was not reached, or was lost: then it has said nothing. */
    static boolean isOfConnection(SQLException failure) {
        return state(failure).startsWith("08") || state(failure).isEmpty();
    }

    static StoreUnavailableException unavailable(SQLException failure) {
        SQLException bare = new SQLException(
                "the driver's message is not repeated here: it could show a key",
                failure.getSQLState(),
                failure.getErrorCode());
        bare.setStackTrace(failure.getStackTrace());
        return new StoreUnavailableException(
                "the database could not answer (SQLSTATE " + failure.getSQLState() + ", code " + failure.getErrorCode()
                        + "); whether the statement had its effect is unknown",
                bare);
    }

    /** A driver or a pool that failed in a way of its own. */
    static StoreUnavailableException unavailable(Throwable failure) {
        return new StoreUnavailableException(
                "the driver or the pool failed: " + failure.getClass().getName(), failure);
    }

    private static String state(SQLException failure) {
        String state = failure.getSQLState();
        return state == null ? "" : state;
    }
}
