// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Guarantees;
import dev.semel.spi.Guarantees.ClockOwner;
import dev.semel.spi.Guarantees.Consistency;
import dev.semel.spi.Guarantees.Durability;
import dev.semel.spi.Guarantees.Reach;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What a PostgreSQL server promises, by its own settings (R30). */
final class PostgresGuarantees {

    private static final String CLOCK = " Leases and retention are judged by the server's clock: after a failover to a"
            + " server whose clock is ahead leases end early by the difference, and behind, takeovers wait that longer.";

    private PostgresGuarantees() {}

    static Guarantees of(Connection connection) throws SQLException {
        boolean fsync = setting(connection, "fsync").equals("on");
        String commit = setting(connection, "synchronous_commit");
        boolean standbys = !setting(connection, "synchronous_standby_names").isEmpty();
        if (!fsync || commit.equals("off")) {
            return with(
                    Durability.PROCESS_CRASH,
                    "PostgreSQL with " + (fsync ? "synchronous_commit" : "fsync")
                            + " off: an acknowledged answer survives the end of any process of ours, and may be lost"
                            + " when the database server crashes: work may then run a second time.");
        }
        boolean replicated = standbys && !commit.equals("local");
        return replicated
                ? with(
                        Durability.MACHINE_LOSS,
                        "PostgreSQL with synchronous standbys: an acknowledged claim or answer survives the loss of the"
                                + " primary, if a synchronous standby is promoted.")
                : with(
                        Durability.MACHINE_CRASH,
                        "PostgreSQL: an acknowledged claim or answer survives a crash or power cut of the server. It does"
                                + " not survive the loss of the machine: a standby that is replicated asynchronously, or a"
                                + " backup, may lack the last ones, and their keys are new there.");
    }

    /** What another database with PostgreSQL's protocol keeps of it is for its makers to say. */
    static Guarantees ofRelative() {
        return with(
                Durability.MACHINE_CRASH,
                "A database with PostgreSQL's protocol that is not PostgreSQL, on which Semel has not been proved. It has to"
                        + " keep what it acknowledges, and to let nobody create a key twice or write a row that somebody"
                        + " else has changed meanwhile. Where each of its nodes has a clock of its own, leases may end"
                        + " early, and takeovers wait longer, by as much as these differ.");
    }

    private static Guarantees with(Durability durability, String statement) {
        return new Guarantees(Consistency.LINEARIZABLE, ClockOwner.SERVER, Reach.SHARED, durability, statement + CLOCK);
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SHOW " + name);
                ResultSet result = statement.executeQuery()) {
            return result.next() ? result.getString(1) : "";
        }
    }
}
