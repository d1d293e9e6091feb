// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Guarantees;
import dev.semel.spi.Guarantees.ClockOwner;
import dev.semel.spi.Guarantees.Consistency;
import dev.semel.spi.Guarantees.Durability;
import dev.semel.spi.Guarantees.Reach;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A MariaDB or MySQL server as it is set up: what it can do, and what it promises (R30).
 *
 * @param settings its variables by name, as this session sees them
 */
record InnoDbServer(Map<String, String> settings) {

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");
    private static final int MAJOR = 1_000_000;
    private static final int MINOR = 1_000;
    private static final int MARIADB_11_4 = 11 * MAJOR + 4 * MINOR;
    private static final int MYSQL_8_0_21 = 8 * MAJOR + 21;

    /** What a statement for many may need besides its answers: keys, numbers, and the statement itself. */
    private static final int BESIDE_ANSWERS = 2 << 20;

    /** With it the largest answers that operations keep by default, and as much beside them, have room. */
    private static final int LEAST_PACKET = 8 << 20;

    private static final String CLOCK = " Leases and retention are judged by the server's clock: after a failover to a"
            + " server whose clock is ahead leases end early by the difference, and behind, takeovers wait that longer.";

    static InnoDbServer of(Connection connection) throws SQLException {
        Map<String, String> settings = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SHOW VARIABLES WHERE Variable_name IN ('version', 'log_bin',"
                        + " 'binlog_format', 'sync_binlog', 'innodb_flush_log_at_trx_commit', 'transaction_isolation',"
                        + " 'wsrep_on', 'max_allowed_packet', 'read_only', 'super_read_only', 'innodb_read_only',"
                        + " 'transaction_read_only', 'sql_mode')")) {
            while (result.next()) {
                settings.put(result.getString(1), result.getString(2));
            }
        }
        return new InnoDbServer(settings);
    }

    /** The isolation of single statements, and the names of its settings, are those of 11.4, the oldest that is tested. */
    void requireMariaDb() {
        if (!isMariaDb()) {
            throw new IllegalArgumentException("dataSource leads to a MySQL server: use JdbcStore.mysql(dataSource)");
        }
        requireVersion(MARIADB_11_4, "MariaDB 11.4");
        requireWork();
    }

    /** A table that is made together with its rows needs 8.0.21 beside GTIDs; VALUES and SKIP LOCKED are older. */
    void requireMySql() {
        if (isMariaDb()) {
            throw new IllegalArgumentException(
                    "dataSource leads to a MariaDB server: use JdbcStore.mariadb(dataSource)");
        }
        requireVersion(MYSQL_8_0_21, "MySQL 8.0.21");
        requireWork();
        if (is("transaction_isolation", "READ-UNCOMMITTED")) {
            throw new IllegalArgumentException("dataSource gives connections that read uncommitted rows: set their"
                    + " isolation to READ COMMITTED, else an answer could be replayed that is rolled back later");
        }
    }

    private boolean isMariaDb() {
        return setting("version").contains("MariaDB");
    }

    private void requireVersion(int least, String name) {
        Matcher version = VERSION.matcher(setting("version"));
        if (!version.matches() || number(version.toMatchResult()) < least) {
            throw new IllegalArgumentException("dataSource leads to version " + setting("version")
                    + ", and this store needs " + name + " or newer");
        }
    }

    private static int number(MatchResult version) {
        return Integer.parseInt(version.group(1)) * MAJOR
                + Integer.parseInt(version.group(2)) * MINOR
                + Integer.parseInt(version.group(3));
    }

    private void requireWork() {
        requireRowsInLog();
        requireWriting();
        requireEmptyTexts();
        requirePacket();
    }

    /** A takeover would write a history that nobody can read. */
    private void requireEmptyTexts() {
        if (setting("sql_mode").contains("EMPTY_STRING_IS_NULL")) {
            throw new IllegalArgumentException(
                    "dataSource gives connections with EMPTY_STRING_IS_NULL in their sql_mode:"
                            + " give the store's connections another one, since a text without characters is a text to it");
        }
    }

    /** Also when this very user may write all the same: what is written to a replica is nowhere else. */
    private void requireWriting() {
        for (String name : List.of("read_only", "super_read_only", "innodb_read_only", "transaction_read_only")) {
            if (!setting(name).isEmpty() && !is(name, "OFF")) {
                throw new IllegalArgumentException("dataSource leads to a server that may only be read (a replica, or "
                        + name + " is " + setting(name) + "): the store needs one that may write");
            }
        }
    }

    private void requirePacket() {
        if (packet() < LEAST_PACKET) {
            throw new IllegalArgumentException("the server has max_allowed_packet=" + packet()
                    + ": this store needs 8388608 (8 MiB) or more, else a few answers of 1 MiB are more than it takes");
        }
    }

    /**
     * The largest answer that can be sent. In the statement it may be twice as long, since what would end a
     * text early is escaped, and so may the answers that share its batch.
     */
    AnswerLimit answerLimit() {
        long room = packet() - BESIDE_ANSWERS - 2L * JdbcSettings.WEIGHT;
        return new AnswerLimit((int) Math.min(Integer.MAX_VALUE, room / 2));
    }

    private long packet() {
        return setting("max_allowed_packet").isEmpty() ? Long.MAX_VALUE : Long.parseLong(setting("max_allowed_packet"));
    }

    /** A statement that is run again on a replica would lock and judge by the replica's clock. */
    private void requireRowsInLog() {
        if (is("log_bin", "ON") && is("binlog_format", "STATEMENT")) {
            throw new IllegalArgumentException(
                    "the server has binlog_format=STATEMENT: this store needs MIXED or ROW, or replicas would decide again");
        }
    }

    Guarantees guarantees(String product) {
        if (!isDurable()) {
            return with(
                    Durability.PROCESS_CRASH,
                    product + " with "
                            + (isFlushed() ? "a binary log and sync_binlog" : "innodb_flush_log_at_trx_commit")
                            + " other than 1: an acknowledged answer survives the end of any process of ours, and may be"
                            + " lost when the database server's machine crashes: work may then run a second time.");
        }
        String survives = product + ": an acknowledged claim or answer survives a crash or power cut of the server.";
        return is("wsrep_on", "ON")
                ? with(
                        Durability.MACHINE_CRASH,
                        survives + " On a Galera cluster, which nobody has tested here, nodes find conflicts when they"
                                + " commit, and a read on another node may be late: let all of the store's connections"
                                + " lead to one node.")
                : with(
                        Durability.MACHINE_CRASH,
                        survives + " It does not survive the loss of the machine: a replica, semi-synchronous ones"
                                + " included since they fall back, or a backup may lack the last ones, and their keys are"
                                + " new there.");
    }

    private boolean isDurable() {
        // With a binary log it is the log that decides after a crash which transactions were committed.
        return isFlushed() && (is("log_bin", "OFF") || is("sync_binlog", "1"));
    }

    /** MariaDB's 3 flushes as often as 1, and once more. */
    private boolean isFlushed() {
        return is("innodb_flush_log_at_trx_commit", "1") || is("innodb_flush_log_at_trx_commit", "3");
    }

    private boolean is(String name, String value) {
        return setting(name).equalsIgnoreCase(value);
    }

    private String setting(String name) {
        return settings.getOrDefault(name, "");
    }

    private static Guarantees with(Durability durability, String statement) {
        return new Guarantees(Consistency.LINEARIZABLE, ClockOwner.SERVER, Reach.SHARED, durability, statement + CLOCK);
    }
}
