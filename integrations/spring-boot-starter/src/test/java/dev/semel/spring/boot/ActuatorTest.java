// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.spring.Idempotent;
import dev.semel.spring.WhenInDoubt;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.testkit.FaultyStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("R36, R39: the actuator")
class ActuatorTest {

    private final FaultyStore store = FaultyStore.around(MemoryStore.create());
    private final AtomicInteger runs = new AtomicInteger();
    private Booted booted;
    private Client client;

    @BeforeAll
    void boot() {
        booted = setting()
                .with("management.endpoints.web.exposure.include", "health,semel")
                .with("management.endpoint.health.show-details", "always")
                .serve();
        client = new Client(booted.uri());
    }

    private Booted.Setting setting() {
        return Booted.of(Booted.Open.class, Desk.class, Bank.class)
                .bean("store", store)
                .bean("runs", runs)
                .with("semel.http.tenants", "sole");
    }

    @AfterAll
    void end() {
        booted.close();
    }

    @Test
    @DisplayName("says that the store is well, with its guarantees, and that it is not when it does not answer")
    void health() {
        HttpResponse<String> well = client.get("/actuator/health/semel");
        store.down();
        HttpResponse<String> ill = client.get("/actuator/health/semel");
        store.up();

        assertThat(well.statusCode()).isEqualTo(200);
        assertThat(well.body()).contains("\"UP\"", "\"LINEARIZABLE\"", "\"guarantees\"");
        assertThat(ill.statusCode()).isEqualTo(503);
        assertThat(ill.body()).contains("\"DOWN\"", "protected requests get 503");
    }

    @Test
    @DisplayName("counts what callers were told, with zeros for every operation from the start")
    void meters() {
        MeterRegistry registry = booted.bean(MeterRegistry.class);
        assertThat(registry.get("semel.admissions")
                        .tags("operation", "desk.quiet", "outcome", "replay")
                        .counters())
                .isNotEmpty()
                .allSatisfy(counter -> assertThat(counter.count()).isZero());
        String key = Client.newKey();

        client.post("/ask", key, "{}");
        client.post("/ask", key, "{}");

        assertThat(eventually(registry, "desk.ask")).isGreaterThanOrEqualTo(1);
    }

    @Test
    @DisplayName("R39: counts requests that are refused before the engine is asked")
    void refusals() {
        client.send(client.request("POST", "/ask", "application/json", "{}"));

        assertThat(booted.bean(MeterRegistry.class)
                        .get("semel.http.refusals")
                        .tags("operation", "desk.ask", "code", "key-missing")
                        .counter()
                        .count())
                .isPositive();
    }

    /** Events have a mailbox of their own, so that a count may come a moment after the answer. */
    private static double eventually(MeterRegistry registry, String operation) {
        long deadline = System.nanoTime() + 30_000_000_000L;
        double count = 0;
        while (count < 1 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
            count =
                    registry
                            .get("semel.admissions")
                            .tags("operation", operation, "outcome", "replay")
                            .counters()
                            .stream()
                            .mapToDouble(counter -> counter.count())
                            .sum();
        }
        return count;
    }

    @Test
    @DisplayName("R27: shows one record by a key in the body, and nothing of keys, tenants and payloads")
    void oneRecord() {
        String key = Client.newKey();
        client.post("/ask", key, "{}");

        HttpResponse<String> record = semel("", key, "desk.ask", "");

        assertThat(record.statusCode()).isEqualTo(200);
        assertThat(record.body())
                .contains("\"state\":\"COMPLETED\"", "\"attempt\":1", "\"operation\":\"desk.ask\"", "\"bytes\":")
                .doesNotContain(key, "sole", "the answer");
        assertThat(semel("", Client.newKey(), "desk.ask", "").statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("shows the store's guarantees and the operations with their policies")
    void overview() {
        assertThat(client.get("/actuator/semel").body())
                .contains("\"desk.ask\"", "\"desk.doubt\"", "\"Hold\"", "\"LINEARIZABLE\"", "\"PT24H\"");
    }

    @Test
    @DisplayName("R36: counts records by their state, and says whether it has counted all")
    void counts() {
        client.post("/ask", Client.newKey(), "{}");
        doubtful();

        assertThat(client.get("/actuator/semel/counts").body())
                .containsPattern("\"COMPLETED\":[1-9]")
                .containsPattern("\"IN_DOUBT\":[1-9]")
                .contains("\"IN_PROGRESS\":0", "\"complete\":true");
        assertThat(client.get("/actuator/semel/other").statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("R16: settles a record in doubt: what happened is every retry's answer")
    void settledAsHappened() {
        String key = doubtful();

        HttpResponse<String> settled = semel(
                "/happened",
                key,
                "desk.doubt",
                ", \"status\": 201, \"contentType\": \"text/plain\", \"body\": \"it was charged\"");

        assertThat(settled.statusCode()).isEqualTo(200);
        assertThat(settled.body()).contains("\"COMPLETED\"", "\"who\":\"ops\"", "SETTLED_HAPPENED");
        HttpResponse<String> retry = client.post("/doubt", key, "{}");
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.body()).isEqualTo("it was charged");
        assertThat(Client.isReplay(retry)).isTrue();
    }

    @Test
    @DisplayName("R16: settles a bean's call in doubt: what happened is every later call's value, and is JSON")
    void settledCall() {
        Bank bank = booted.bean(Bank.class);
        String key = Client.newKey();
        assertThatThrownBy(() -> bank.pay(key)).hasMessage("nobody knows");

        assertThat(semel("/happened", key, "bank.pay", ", \"status\": 200, \"body\": \"17\"")
                        .statusCode())
                .isEqualTo(400);
        assertThat(semel("/happened", key, "bank.pay", ", \"body\": \"it was paid\"")
                        .statusCode())
                .isEqualTo(400);
        assertThat(semel("/happened", key, "bank.pay", "").statusCode()).isEqualTo(400);
        assertThat(semel("/happened", key, "bank.pay", ", \"body\": \"17\"").statusCode())
                .isEqualTo(200);
        assertThat(bank.pay(key)).isEqualTo(17);
    }

    @Test
    @DisplayName("R16: settles a record in doubt: what did not happen runs")
    void settledAsNotHappened() {
        String key = doubtful();
        int before = runs.get();

        assertThat(semel("/did-not-happen", key, "desk.doubt", "").body()).contains("\"RELEASED\"");
        client.post("/doubt", key, "{}");

        assertThat(runs).hasValue(before + 1);
    }

    @Test
    @DisplayName("R10: settles nothing but the attempt that was looked at, and nothing that is not in doubt")
    void fenced() {
        String key = doubtful();
        String other = Client.newKey();
        client.post("/ask", other, "{}");

        assertThat(send("/run-again", key, "desk.doubt", 2, "").statusCode()).isEqualTo(409);
        assertThat(semel("/run-again", other, "desk.ask", "").statusCode()).isEqualTo(409);
        assertThat(semel("/run-again", Client.newKey(), "desk.ask", "").statusCode())
                .isEqualTo(404);
        assertThat(semel("/happened", key, "desk.doubt", "").statusCode()).isEqualTo(400);
        assertThat(semel("/perhaps", key, "desk.doubt", "").statusCode()).isEqualTo(400);
        assertThat(client.post("/doubt", key, "{}").statusCode()).isEqualTo(409);
    }

    /** As another instance of the application leaves it, which has an operation that this one does not have. */
    private RecordId elsewhere(Duration retention) {
        RecordId id = new RecordId(new Tenant("sole"), "elsewhere.create", new IdempotencyKey(Client.newKey()));
        store.claim(claim(id, 1, retention, 0)).toCompletableFuture().join();
        store.finish(new Finish(id, 1, new ClaimId(1, 1), new Ending.Doubt(), retention, OnDoubt.TAKE))
                .toCompletableFuture()
                .join();
        return id;
    }

    private static Claim claim(RecordId id, int number, Duration retention, int rerunBelow) {
        Duration lease = Duration.ofSeconds(30);
        ClaimId by = new ClaimId(1, number);
        return new Claim(id, Fingerprint.of("x"), by, lease, lease, retention, OnDoubt.TAKE, rerunBelow, null);
    }

    @Test
    @DisplayName("R16, R20: what happened in an operation that it does not know runs for no version of another's")
    void unknownVersion() {
        RecordId id = elsewhere(Duration.ofDays(1));

        assertThat(semel("/happened", id.key().value(), id.operation(), ", \"status\": 201, \"body\": \"charged\"")
                        .statusCode())
                .isEqualTo(200);

        assertThat(store.claim(claim(id, 2, Duration.ofDays(1), 2))
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(ClaimAnswer.Final.class);
    }

    @Test
    @DisplayName("R12, R16: keeps a record of an operation that it does not know no shorter than it was kept")
    void unknownRetention() {
        RecordId id = elsewhere(Duration.ofDays(10));

        assertThat(semel("/did-not-happen", id.key().value(), id.operation(), "")
                        .statusCode())
                .isEqualTo(200);

        assertThat(store.find(id).toCompletableFuture().join().orElseThrow().retentionLeft())
                .isBetween(Duration.ofDays(9), Duration.ofDays(10));
    }

    @Test
    @DisplayName("does not have the endpoint unless the application exposes it")
    void notExposed() {
        try (Booted closed = setting().serve()) {
            Client stranger = new Client(closed.uri());

            assertThat(stranger.get("/actuator/semel").statusCode()).isEqualTo(404);
            assertThat(closed.context().containsBean("semelEndpoint")).isFalse();
        }
    }

    private String doubtful() {
        String key = Client.newKey();
        assertThat(client.post("/doubt", key, "{}").statusCode()).isEqualTo(500);
        return key;
    }

    private HttpResponse<String> semel(String verdict, String key, String operation, String more) {
        return send(verdict, key, operation, 1, more);
    }

    private HttpResponse<String> send(String verdict, String key, String operation, int attempt, String more) {
        String settling = verdict.isEmpty()
                ? ""
                : ", \"attempt\": " + attempt + ", \"why\": \"asked the bank\", \"who\": \"ops\"" + more;
        String body = "{\"tenant\": \"sole\", \"operation\": \"" + operation + "\", \"key\": \"" + key + "\"" + settling
                + "}";
        return client.send(client.request("POST", "/actuator/semel" + verdict, "application/json", body));
    }

    static class Bank {

        @Idempotent(operation = "bank.pay", key = "#key", tenant = "'sole'", inDoubt = WhenInDoubt.HOLD)
        public int pay(String key) {
            throw new IllegalStateException("nobody knows");
        }
    }

    @RestController
    static class Desk {

        private final AtomicInteger runs;

        Desk(AtomicInteger runs) {
            this.runs = runs;
        }

        @PostMapping("/ask")
        @Idempotent("desk.ask")
        String ask() {
            return "the answer";
        }

        @PostMapping("/quiet")
        @Idempotent("desk.quiet")
        String quiet() {
            return "nobody asks";
        }

        @PostMapping("/doubt")
        @Idempotent(operation = "desk.doubt", inDoubt = WhenInDoubt.HOLD)
        String doubt() {
            throw new IllegalStateException("run " + runs.incrementAndGet());
        }
    }
}
