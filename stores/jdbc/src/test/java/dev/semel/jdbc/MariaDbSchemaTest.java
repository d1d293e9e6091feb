// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
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
