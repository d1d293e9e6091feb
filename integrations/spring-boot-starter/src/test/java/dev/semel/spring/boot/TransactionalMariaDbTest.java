// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What all databases have in common is asked of PostgreSQL; here it is asked that the way leads there on this one, too. */
@Tag("http")
@DisplayName("R22: a transactional handler on MariaDB")
class TransactionalMariaDbTest {

    private static Booted booted;
    private static Client client;
    private static JdbcTemplate elsewhere;

    private final String key = Client.newKey();

    @Import({OrdersController.class, OrdersController.Service.class})
    static class Shop {}

    @BeforeAll
    static void start() {
        Database server = MariaDb.server();
        booted = Booted.withDataSource(Booted.Open.class, Shop.class)
                .with("spring.datasource.url", server.url())
                .with("spring.datasource.username", server.user())
                .with("semel.jdbc.schema", "create")
                .with("semel.store-timeout", "30s")
                .with("semel.http.tenants", "sole")
                .serve();
        elsewhere = new JdbcTemplate(new DriverManagerDataSource(server.url(), server.user(), server.password()));
        elsewhere.execute(
                "CREATE TABLE taken_order (number BIGINT AUTO_INCREMENT PRIMARY KEY, reference VARCHAR(255) NOT NULL)");
        client = new Client(booted.uri());
    }

    @AfterAll
    static void end() {
        booted.close();
    }

    @AfterEach
    void quiet() {
        booted.bean(OrdersController.class).whenInserted(attempt -> {});
    }

    @Test
    @DisplayName("commits its row together with its answer, and a retry replays")
    void commitsTogether() {
        HttpResponse<String> first = client.post("/orders", key, key);
        HttpResponse<String> retry = client.post("/orders", key, key);

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(Client.isReplay(retry)).isTrue();
        assertThat(rows()).isEqualTo(1);
        assertThat(state("orders.take")).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("that throws leaves no row and frees its key; one that declines has its answer saved on its own")
    void rollsBack() {
        booted.bean(OrdersController.class).whenInserted(attempt -> {
            throw new IllegalStateException("after the row");
        });

        assertThat(client.post("/orders", key, key).statusCode()).isEqualTo(500);
        assertThat(state("orders.take")).isEqualTo(State.RELEASED);
        assertThat(client.post("/orders/declined", key, key).statusCode()).isEqualTo(422);
        assertThat(state("orders.decline")).isEqualTo(State.FAILED);
        assertThat(rows()).isZero();
    }

    @Test
    @DisplayName("R10: that was taken over is rolled back, and its client gets the answer of the attempt that counts")
    void takenOver() {
        booted.bean(OrdersController.class).whenInserted(attempt -> {
            if (attempt.attempt() == 1) {
                assertThat(elsewhere.update("UPDATE semel_record SET lease_until = 1 WHERE `key` = ?", key))
                        .isEqualTo(1);
                assertThat(client.post("/orders", key, key).body()).endsWith("by attempt 2");
            }
        });

        assertThat(client.post("/orders", key, key).body()).endsWith("by attempt 2");
        assertThat(rows()).isEqualTo(1);
    }

    private int rows() {
        return elsewhere.queryForObject("SELECT count(*) FROM taken_order WHERE reference = ?", Integer.class, key);
    }

    private State state(String operation) {
        return booted.bean(IdempotencyStore.class)
                .find(new RecordId(Tenant.sole(), operation, new IdempotencyKey(key)))
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .record()
                .state();
    }
}
