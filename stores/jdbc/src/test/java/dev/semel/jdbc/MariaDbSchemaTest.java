// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import dev.semel.spi.Browsable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The schema on MariaDB")
class MariaDbSchemaTest {

    @Test
    @DisplayName("R31: is made by several processes at once")
    void atOnce() {
        ExecutorService processes = Executors.newFixedThreadPool(6);
        try (HikariDataSource pool = MariaDb.server().pool(8)) {
            Database.run(pool, "DROP TABLE IF EXISTS semel_together, semel_together_schema");
            JdbcStore store = JdbcStore.mariadb(pool).table("semel_together").build();
            List<CompletableFuture<Void>> made = IntStream.range(0, 6)
                    .mapToObj(process -> CompletableFuture.runAsync(store.schema()::create, processes))
                    .toList();
            assertThat(CompletableFuture.allOf(made.toArray(CompletableFuture[]::new)))
                    .succeedsWithin(Duration.ofMinutes(1));
            store.schema().validate();
            store.close();
        } finally {
            processes.shutdown();
        }
    }

    @Test
    @DisplayName(
            "R5, R27: is made and worked with by users who have the rights that the documentation names, and no others")
    void leastRights() {
        try (HikariDataSource root = MariaDb.server().pool(1)) {
            Database.run(root, "DROP DATABASE IF EXISTS app");
            Database.run(root, "CREATE DATABASE app");
            grant(root, "migrations", "CREATE, SELECT ON app.semel_record");
            grant(root, "migrations", "CREATE, SELECT, INSERT ON app.semel_schema");
            try (HikariDataSource pool = as("migrations").pool(1);
                    JdbcStore store = JdbcStore.mariadb(pool).build()) {
                store.schema().create();
            }
            grant(root, "app", "SELECT, INSERT, UPDATE, DELETE ON app.semel_record");
            grant(root, "app", "SELECT ON app.semel_schema");
        }
        try (HikariDataSource pool = as("app").pool(4);
                JdbcStore store = JdbcStore.mariadb(pool).build()) {
            store.schema().validate();
            store.schema().create();
            Commands.completed(store, Commands.freshId(), new byte[10]);
            assertThat(Commands.now(store.browse(Browsable.Question.all(10))).found())
                    .hasSize(1);
            assertThat(Commands.now(store.purge(10))).isZero();
        }
    }

    private static void grant(HikariDataSource root, String user, String rights) {
        // A fresh server has a nameless user on localhost, who would come first.
        for (String host : List.of("%", "localhost")) {
            String name = "'" + user + "'@'" + host + "'";
            Database.run(root, "CREATE USER IF NOT EXISTS " + name + " IDENTIFIED BY 'least'");
            Database.run(root, "GRANT " + rights + " TO " + name);
        }
    }

    private static Database as(String user) {
        String url = MariaDb.server().url().replaceFirst("/[^/]*$", "/app");
        return new Database(url, user, "least");
    }

    @Test
    @DisplayName("R31: that is missing is named, with what to do")
    void missing() {
        try (HikariDataSource pool = MariaDb.server().pool(2);
                JdbcStore store = JdbcStore.mariadb(pool).table("semel_nowhere").build()) {
            assertThatIllegalStateException()
                    .isThrownBy(store.schema()::validate)
                    .withMessageContaining("run schema().create()");
        }
    }

    @Test
    @DisplayName("R30: a store for MySQL is refused on it, and told which one is right")
    void wrongDialect() {
        try (HikariDataSource pool = MariaDb.server().pool(2)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(JdbcStore.mysql(pool)::build)
                    .withMessageContaining("JdbcStore.mariadb(dataSource)");
        }
    }
}
