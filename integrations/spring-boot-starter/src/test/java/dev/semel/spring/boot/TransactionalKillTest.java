// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.Rounds;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.Postgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

@Tag("http")
@DisplayName("R22: a shop with a transactional handler, killed under load")
class TransactionalKillTest {

    private static final int CLIENTS = 6;
    private static final int KEYS_A_ROUND = 300;
    private static final int ANSWERS_BEFORE_THE_KILL = 60;

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> keys = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    private EmbeddedPostgres postgres;
    private JdbcTemplate database;
    private String url;

    @BeforeEach
    void open() throws Exception {
        postgres = Postgres.embedded().start();
        url = postgres.getJdbcUrl("postgres", "postgres");
        database = new JdbcTemplate(postgres.getPostgresDatabase());
        // No unique constraint: the database must not be what keeps a second order out.
        database.execute(OrdersController.TABLE);
        try (JdbcStore store =
                JdbcStore.postgresql(postgres.getPostgresDatabase()).build()) {
            store.schema().create();
        }
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        postgres.close();
    }

    @Test
    @DisplayName("has one order for each key in the end, and no answer that a client got is taken back")
    void oneOrderForEachKey() throws Exception {
        int rounds = Rounds.of("spring.kills");
        ShopProcess open = ShopProcess.start(url);
        try {
            for (int round = 0; round < rounds; round++) {
                List<String> ordered = newKeys();
                open.client();
                ShopProcess next = ShopProcess.start(url);
                int code = killUnderLoad(open, ordered);
                open = next;
                assertThat(code).as("SIGKILL").isEqualTo(ShopProcess.KILLED);
                Client client = open.client();
                ordered.forEach(key -> answered(client, key));
            }
        } finally {
            open.close();
        }

        assertThat(keys).hasSize(rounds * KEYS_A_ROUND);
        assertThat(database.queryForList("SELECT reference FROM taken_order", String.class))
                .containsExactlyInAnyOrderElementsOf(keys);
        System.out.println("kills: " + rounds + ", orders: " + keys.size() + ", taken over: " + takenOver());
    }

    private List<String> newKeys() {
        List<String> ordered =
                Stream.generate(Client::newKey).limit(KEYS_A_ROUND).toList();
        keys.addAll(ordered);
        return ordered;
    }

    /** Clients that order until the shop is gone. */
    private int killUnderLoad(ShopProcess shop, List<String> ordered) throws Exception {
        Client client = shop.client();
        Queue<String> open = new ConcurrentLinkedQueue<>(ordered);
        CountDownLatch enough = new CountDownLatch(ANSWERS_BEFORE_THE_KILL);
        List<CompletableFuture<Void>> clients = Stream.generate(
                        () -> CompletableFuture.runAsync(() -> order(client, open, enough), threads))
                .limit(CLIENTS)
                .toList();
        assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
        int code = shop.kill();
        clients.forEach(CompletableFuture::join);
        return code;
    }

    private void order(Client client, Queue<String> open, CountDownLatch enough) {
        try {
            for (String key = open.poll(); key != null; key = open.poll()) {
                note(key, client.post("/orders", key, key));
                enough.countDown();
            }
        } catch (UncheckedIOException killed) {
            // Whether its order was taken is what the next shop has to know.
        }
    }

    private void note(String key, HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(201);
        String before = answers.putIfAbsent(key, response.body());
        assertThat(response.body()).isEqualTo(before == null ? response.body() : before);
    }

    /** A client that comes again until there is an answer: an attempt that was killed has its lease for two seconds more. */
    private void answered(Client client, String key) {
        HttpResponse<String> response = client.post("/orders", key, key);
        for (int tries = 0; response.statusCode() == 409 && tries < 100; tries++) {
            new CompletableFuture<>()
                    .completeOnTimeout(null, 100, TimeUnit.MILLISECONDS)
                    .join();
            response = client.post("/orders", key, key);
        }
        note(key, response);
    }

    private long takenOver() {
        return answers.values().stream()
                .filter(answer -> !answer.endsWith("by attempt 1"))
                .count();
    }
}
