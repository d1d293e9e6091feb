// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import dev.semel.state.RecordId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The schema")
class SchemaTest {

    private static HikariDataSource pool;

    @BeforeAll
    static void open() {
        pool = Postgres.server().pool(20);
    }

    @AfterAll
    static void close() {
        pool.close();
    }

    private static JdbcStore store(String table) {
        return JdbcStore.postgresql(pool).table(table).build();
    }

    @Test
    @DisplayName("is made by several processes at once, and making it again changes nothing")
    void madeAtOnce() {
        List<CompletableFuture<Void>> made = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(() -> {
                    try (JdbcStore store = store("semel_at_once")) {
                        store.schema().create();
                    }
                }))
                .toList();
        made.forEach(Commands::now);
        try (JdbcStore store = store("semel_at_once")) {
            store.schema().create();
            store.schema().validate();
        }
    }

    @Test
    @DisplayName("that is missing is told with what to do")
    void missing() {
        try (JdbcStore store = store("semel_missing")) {
            assertThatThrownBy(() -> store.schema().validate())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("schema().create()");
        }
    }

    @Test
    @DisplayName("without the table of the records is refused, though its version is there")
    void halfOfIt() {
        try (JdbcStore half = JdbcStore.postgresql(pool).table("semel_half").build()) {
            half.schema().create();
            Database.run(pool, "DROP TABLE semel_half");
            assertThatThrownBy(() -> half.schema().validate())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("there is no table semel_half,");
        }
    }

    @Test
    @DisplayName("of another version is refused")
    void otherVersion() {
        try (JdbcStore store = store("semel_future")) {
            store.schema().create();
            Database.run(pool, "UPDATE semel_future_schema SET version = 2");
            assertThatThrownBy(() -> store.schema().validate()).hasMessageContaining("version 2");
            assertThatThrownBy(() -> store.schema().create()).hasMessageContaining("version 2");
        }
    }

    @Test
    @DisplayName("may be in a schema of the database's of its own")
    void qualified() {
        Database.run(pool, "CREATE SCHEMA IF NOT EXISTS billing");
        try (JdbcStore store = store("billing.semel_record")) {
            store.schema().create();
            RecordId id = Commands.freshId();
            Commands.completed(store, id, new byte[] {1});
            assertThat(Commands.now(store.find(id))).isPresent();
        }
    }

    @Test
    @DisplayName("has the primary key and the purge's index, and nothing else")
    void indexes() throws Exception {
        try (JdbcStore store = store("semel_indexes")) {
            store.schema().create();
        }
        try (var connection = pool.getConnection();
                var statement = connection.createStatement();
                var result =
                        statement.executeQuery("SELECT count(*) FROM pg_indexes WHERE tablename = 'semel_indexes'")) {
            result.next();
            assertThat(result.getInt(1)).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("needs no more rights than select, insert, update and delete on two tables")
    void leastRights() {
        try (JdbcStore owner = store("semel_rights")) {
            owner.schema().create();
        }
        Database.run(pool, "DROP ROLE IF EXISTS semel_user");
        Database.run(pool, "CREATE ROLE semel_user LOGIN PASSWORD 'semel'");
        Database.run(pool, "GRANT SELECT, INSERT, UPDATE, DELETE ON semel_rights TO semel_user");
        Database.run(pool, "GRANT SELECT ON semel_rights_schema TO semel_user");
        Database server = Postgres.server();
        try (HikariDataSource least = new Database(server.url(), "semel_user", "semel").pool(4);
                JdbcStore store =
                        JdbcStore.postgresql(least).table("semel_rights").build()) {
            store.schema().validate();
            RecordId id = Commands.freshId();
            Commands.completed(store, id, new byte[] {1});
            assertThat(Commands.now(store.purge(10))).isZero();
        } finally {
            Database.run(pool, "REVOKE ALL ON semel_rights, semel_rights_schema FROM semel_user");
            Database.run(pool, "DROP ROLE semel_user");
        }
    }
}
