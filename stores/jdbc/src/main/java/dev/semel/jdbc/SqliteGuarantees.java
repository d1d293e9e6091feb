// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Guarantees;
import dev.semel.spi.Guarantees.ClockOwner;
import dev.semel.spi.Guarantees.Consistency;
import dev.semel.spi.Guarantees.Durability;
import dev.semel.spi.Guarantees.Reach;

/** What a SQLite file promises (R30). */
final class SqliteGuarantees {

    private static final String PROCESS = " One process owns the file: another instance of the service does not see its"
            + " keys. Leases and retention are judged by that process' monotonic clock; after a restart every open lease"
            + " runs one more full length. The loss of the disk loses the records.";

    private SqliteGuarantees() {}

    static Guarantees of(SqliteSync sync) {
        return sync == SqliteSync.FULL
                ? with(
                        Durability.MACHINE_CRASH,
                        "SQLite, flushed before it is acknowledged: a claim or an answer survives a crash or power cut of"
                                + " the machine, if its disk keeps what it says is flushed.")
                : with(
                        Durability.PROCESS_CRASH,
                        "SQLite with synchronous=NORMAL: an acknowledged claim or answer survives the end of the process"
                                + " and may be lost when the machine crashes: work may then run a second time.");
    }

    private static Guarantees with(Durability durability, String statement) {
        return new Guarantees(
                Consistency.LINEARIZABLE, ClockOwner.OWNING_PROCESS, Reach.PROCESS, durability, statement + PROCESS);
    }
}
