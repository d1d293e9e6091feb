// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.servers.Database;
import java.util.List;
import javax.sql.DataSource;

/** What differs between the databases in which killed processes place their orders. */
enum OrderDatabase {
    POSTGRESQL(
            "number bigserial PRIMARY KEY, reference text NOT NULL, attempt int NOT NULL, process bigint NOT NULL",
            "SELECT pg_sleep(random() * 0.03)"),
    MARIADB(
            "number bigint AUTO_INCREMENT PRIMARY KEY, reference varchar(255) NOT NULL, attempt int NOT NULL,"
                    + " process bigint NOT NULL",
            "SELECT sleep(rand() * 0.03)");

    private final String columns;
    private final String work;

    OrderDatabase(String columns, String work) {
        this.columns = columns;
        this.work = work;
    }

    static OrderDatabase of(Database database) {
        return database.url().startsWith("jdbc:mariadb:") ? MARIADB : POSTGRESQL;
    }

    JdbcStore store(DataSource source) {
        JdbcStoreBuilder builder = this == MARIADB ? JdbcStore.mariadb(source) : JdbcStore.postgresql(source);
        return builder.table(KilledWorker.RECORDS).build();
    }

    /** Makes the orders' table. No unique constraint: the database must not be what keeps a second order out. */
    void prepare(DataSource source) {
        Database.run(source, "CREATE TABLE IF NOT EXISTS " + KilledWorker.ORDERS + " (" + columns + ")");
        List.of(KilledWorker.ORDERS, KilledWorker.RECORDS)
                .forEach(table -> Database.run(source, "TRUNCATE TABLE " + table));
    }

    /** A statement that takes a while. */
    String work() {
        return work;
    }
}
