// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.servers.Postgres;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

@Tag("http")
@DisplayName("R22: a transactional handler on PostgreSQL")
class TransactionalTest {

    private static EmbeddedPostgres postgres;
    private static Booted booted;
    private static Client client;
    private static JdbcTemplate elsewhere;

    private final String key = Client.newKey();

    @Import({OrdersController.class, OrdersController.Service.class})
    static class Shop {}

    @BeforeAll
    static void start() throws Exception {
        postgres = Postgres.embedded().start();
        elsewhere = new JdbcTemplate(postgres.getPostgresDatabase());
        elsewhere.execute(OrdersController.TABLE);
        booted = Booted.withDataSource(Booted.Open.class, Shop.class)
                .with("spring.datasource.url", postgres.getJdbcUrl("postgres", "postgres"))
                .with("spring.datasource.username", "postgres")
                .with("semel.jdbc.schema", "create")
                .with("semel.store-timeout", "30s")
                .with("semel.http.tenants", "sole")
                .with("semel.operations[orders.large].answer-limit", "64KB")
                .serve();
        client = new Client(booted.uri());
    }

    @AfterAll
    static void end() throws Exception {
        booted.close();
        postgres.close();
    }

    @AfterEach
    void quiet() {
        booted.bean(OrdersController.class).whenInserted(attempt -> {});
        booted.bean(OrdersController.Service.class).whenInserted(attempt -> {});
    }

    @Test
    @DisplayName("commits its row together with its answer: nobody sees one without the other, and a retry replays")
    void commitsTogether() {
        AtomicReference<String> seenWithin = new AtomicReference<>();
        booted.bean(OrdersController.class)
                .whenInserted(attempt -> seenWithin.set(rows() + " " + state("orders.take")));

        HttpResponse<String> first = client.post("/orders", key, key);
        HttpResponse<String> retry = client.post("/orders", key, key);

        assertThat(seenWithin).hasValue("0 IN_PROGRESS");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(rows()).isEqualTo(1);
        assertThat(state("orders.take")).isEqualTo(State.COMPLETED);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(Client.isReplay(retry)).isTrue();
    }

    @Test
    @DisplayName("that throws leaves no row and frees its key: the retry runs, and may have another payload")
    void exceptionReleases() {
        AtomicInteger attempts = new AtomicInteger();
        booted.bean(OrdersController.class).whenInserted(attempt -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("after the row");
            }
        });

        HttpResponse<String> first = client.post("/orders", key, key);
        State between = state("orders.take");
        HttpResponse<String> retry = client.post("/orders", key, key);

        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(between).isEqualTo(State.RELEASED);
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.body()).endsWith("by attempt 2");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "that answers although something within it has marked the transaction for rollback does not pass for done")
    void markedForRollback() {
        HttpResponse<String> answer = client.post("/orders/by-service", key, key);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(rows()).isZero();
        assertThat(state("orders.by-service")).isEqualTo(State.RELEASED);
    }

    @Test
    @DisplayName("that declines leaves no row, and its answer is saved on its own")
    void knownFailure() {
        HttpResponse<String> first = client.post("/orders/declined", key, key);
        HttpResponse<String> retry = client.post("/orders/declined", key, key);

        assertThat(first.statusCode()).isEqualTo(422);
        assertThat(rows()).isZero();
        assertThat(state("orders.decline")).isEqualTo(State.FAILED);
        assertThat(retry.body()).isEqualTo("declined");
        assertThat(Client.isReplay(retry)).isTrue();
    }

    @Test
    @DisplayName("R10: that was taken over is rolled back, and its client gets the answer of the attempt that counts")
    void takenOver() {
        AtomicReference<HttpResponse<String>> second = new AtomicReference<>();
        booted.bean(OrdersController.class).whenInserted(attempt -> {
            if (attempt.attempt() == 1) {
                lapse();
                second.set(client.post("/orders", key, key));
            }
        });

        HttpResponse<String> first = client.post("/orders", key, key);

        assertThat(second.get().body()).endsWith("by attempt 2");
        assertThat(first.body()).isEqualTo(second.get().body());
        assertThat(Client.isReplay(first)).isTrue();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("R10: that was taken over and then throws gets the other attempt's answer, too")
    void takenOverAndThrown() {
        booted.bean(OrdersController.class).whenInserted(attempt -> {
            if (attempt.attempt() == 1) {
                lapse();
                client.post("/orders", key, key);
                throw new IllegalStateException("too late");
            }
        });

        HttpResponse<String> first = client.post("/orders", key, key);

        assertThat(first.body()).endsWith("by attempt 2");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("R19: whose answer is too large to be kept commits, and nothing of the answer leaves before")
    void tooLarge() {
        HttpResponse<String> first = client.post("/orders/large", key, key);

        assertThat(first.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(first.body()).contains("too large");
        assertThat(rows()).isEqualTo(1);
        assertThat(state("orders.large")).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName(
            "cannot go asynchronous: its work would go on when the transaction is over, and so its key is not free")
    void asynchronous() {
        HttpResponse<String> answer = client.post("/orders/later", key, key);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(rows()).isZero();
        assertThat(state("orders.later")).isEqualTo(State.IN_DOUBT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"promised", "wrapped"})
    @DisplayName("cannot go asynchronous by a value whose type does not tell, either")
    void untoldAsynchronous(String kind) {
        HttpResponse<String> answer = client.post("/orders/" + kind, key, key);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(rows()).isZero();
        assertThat(state("orders." + kind)).isEqualTo(State.IN_DOUBT);
    }

    @Test
    @DisplayName("is a bean's method, too: its row and its value commit together, and what throws leaves nothing")
    void ofABean() {
        OrdersController.Service service = booted.bean(OrdersController.Service.class);
        service.whenInserted(attempt -> {
            if (attempt == 1) {
                throw new IllegalStateException("after the row");
            }
        });

        assertThatThrownBy(() -> service.takeOnce(key)).isInstanceOf(IllegalStateException.class);
        assertThat(rows()).isZero();
        assertThat(state("orders.once")).isEqualTo(State.RELEASED);
        assertThat(service.takeOnce(key)).isEqualTo(2);
        assertThat(client.post("/orders/by-bean", Client.newKey(), key).body()).isEqualTo("2");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "R10: is a bean's method that was taken over: it is rolled back, and its caller gets the value that counts")
    void ofABeanTakenOver() {
        OrdersController.Service service = booted.bean(OrdersController.Service.class);
        service.whenInserted(attempt -> {
            if (attempt == 1) {
                lapse();
                client.post("/orders/by-bean", Client.newKey(), key);
            }
        });

        assertThat(service.takeOnce(key)).isEqualTo(2);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("knows its attempt by argument, and what it calls knows it by a bean")
    void context() {
        assertThat(client.post("/orders/context", key, key).body()).isEqualTo("orders.context Optional[1] 1");
    }

    /** As if its process had hung for a lease's length. */
    private void lapse() {
        assertThat(elsewhere.update("UPDATE semel_record SET lease_until = 1 WHERE key = ?", key))
                .isEqualTo(1);
    }

    private int rows() {
        return elsewhere.queryForObject("SELECT count(*) FROM taken_order WHERE reference = ?", Integer.class, key);
    }

    private State state(String operation) {
        RecordId id = new RecordId(Tenant.sole(), operation, new IdempotencyKey(key));
        return booted.bean(IdempotencyStore.class)
                .find(id)
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .record()
                .state();
    }
}
