// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("The console's API")
class ConsoleTest {

    private static final int LOOKS = 10_000;

    private final ConsoleBench bench = new ConsoleBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    @DisplayName("R36: shows what is going on, what there is, and how the store is")
    void overview() throws Exception {
        Operator operator = new Operator(bench.gateway());
        String key = bench.newKey();
        bench.charge(key);
        bench.charge(key);
        bench.doubtful();
        JsonObject overview = operator.get("api/overview").body();
        for (int looks = 0; overview.getJsonObject("outcomes").getInteger("held") < 1 && looks < LOOKS; looks++) {
            // Events are told by a thread of the engine's own.
            overview = operator.get("api/overview").body();
        }

        assertThat(overview.getJsonObject("outcomes").getMap())
                .containsEntry("new", 2)
                .containsEntry("replayed", 1)
                .containsEntry("inDoubt", 1);
        assertThat(overview.getJsonObject("latency").getInteger("count")).isEqualTo(2);
        assertThat(overview.getJsonObject("store").getBoolean("healthy")).isTrue();
        assertThat(overview.getJsonArray("history")).isEmpty();
        bench.clock().advance(Duration.ofSeconds(12));
        assertThat(operator.get("api/overview").body().getJsonArray("history")).hasSize(2);
        JsonObject known = operator.get("api/operations").body();
        assertThat(known.getJsonArray("operations").getJsonObject(0).getString("inDoubt"))
                .isEqualTo("Hold");
        assertThat(known.getJsonArray("routes").getJsonObject(1).getValue("operation"))
                .isNull();
        assertThat(operator.get("api/openapi.json").body().getString("openapi")).isEqualTo("3.1.0");
    }

    @Test
    @DisplayName(
            "R36, R39: counts conflicts, mismatches, doubts, retries of what is held, and what the store could not decide")
    void counts() throws Exception {
        Operator operator = bench.holding(2);
        String key = bench.newKey();
        CompletableFuture<HttpServerRequest> arrived = new CompletableFuture<>();
        bench.upstream().does(arrived::complete);
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> status(key, "{}"));
        HttpServerRequest running = arrived.get(60, TimeUnit.SECONDS);

        assertThat(status(key, "{}")).as("while the first runs").isEqualTo(409);
        assertThat(status(key, "{\"amount\":2}")).as("something else").isEqualTo(422);
        running.response().setStatusCode(201).end();
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(201);
        bench.doubtful();
        assertThat(status(bench.newKey(), "{}")).as("no room").isEqualTo(503);
        assertThat(status("k".repeat(300), "{}")).as("no key").isEqualTo(400);

        Map<String, Object> expected = Map.of(
                "new",
                2,
                "replayed",
                0,
                "conflict",
                1,
                "mismatch",
                1,
                "inDoubt",
                1,
                "held",
                1,
                "unavailable",
                1,
                "refused",
                1);
        JsonObject overview = operator.get("api/overview").body();
        for (int looks = 0; !counters(overview).containsAll(expected.entrySet()) && looks < LOOKS; looks++) {
            overview = operator.get("api/overview").body();
        }
        assertThat(overview.getJsonObject("outcomes").getMap()).containsAllEntriesOf(expected);
        JsonObject charges = overview.getJsonArray("operations").getJsonObject(0);
        assertThat(charges.getString("name")).isEqualTo("charges.create");
        assertThat(charges.getJsonObject("outcomes").getMap()).containsAllEntriesOf(expected);
    }

    private int status(String key, String body) {
        try {
            return bench.charge(key, body).statusCode();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<Map.Entry<String, Object>> counters(JsonObject overview) {
        return overview.getJsonObject("outcomes").getMap().entrySet();
    }

    @Test
    @DisplayName("R36: has no path and no method in its description that does not answer as it says")
    void described() throws Exception {
        Operator operator = bench.withUsers();
        assertThat(operator.unasked()).hasSizeGreaterThan(8);
        operator.get("api/openapi.json");
        operator.get("api/session");
        assertThat(operator.signIn("ada", ConsoleBench.PASSWORD).status()).isEqualTo(200);
        JsonObject seen = operator.post("api/records/find", ConsoleBench.named(bench.doubtful()))
                .body();
        JsonObject whole = new JsonObject()
                .put("states", new JsonArray().add("IN_DOUBT"))
                .put("settleable", true)
                .put("tenant", "acct_1234567")
                .put("operation", "charges.create")
                .put("olderThanSeconds", 0)
                .put("size", 200);
        JsonObject page = operator.post("api/records/search", whole).body();
        assertThat(page.getJsonArray("records")).hasSize(1);
        assertThat(operator.post("api/records/settle", ConsoleBench.verdict(seen, "happened"))
                        .status())
                .isEqualTo(200);
        assertThat(operator.get("api/overview").status()).isEqualTo(200);
        assertThat(operator.get("api/operations").status()).isEqualTo(200);
        assertThat(operator.delete("api/session").status()).isEqualTo(200);

        assertThat(operator.unasked()).isEmpty();
    }

    @Test
    @DisplayName("R36: finds records by state and age, page by page, without their keys")
    void search() throws Exception {
        Operator operator = new Operator(bench.gateway()).greeted();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            all.add(bench.newKey());
            bench.charge(all.get(i));
        }
        String held = bench.doubtful();

        List<JsonObject> found = new ArrayList<>();
        JsonObject question = new JsonObject().put("size", 3);
        JsonObject page;
        do {
            page = operator.post("api/records/search", question).body();
            page.getJsonArray("records").forEach(record -> found.add((JsonObject) record));
            question.put("after", page.getString("next"));
        } while (page.getString("next") != null);
        assertThat(found.stream().map(record -> record.getJsonObject("key").getString("hash")))
                .hasSize(8)
                .doesNotHaveDuplicates();
        assertThat(found.toString()).doesNotContain(held).doesNotContain(all.get(0));

        JsonArray inbox = operator.post("api/records/search", new JsonObject().put("settleable", true))
                .body()
                .getJsonArray("records");
        assertThat(inbox).hasSize(1);
        assertThat(inbox.getJsonObject(0).getMap())
                .containsEntry("standing", "held")
                .containsEntry("settleable", true)
                .containsEntry("expiresAt", null);
        JsonObject old = new JsonObject().put("olderThanSeconds", 3600);
        assertThat(operator.post("api/records/search", old).body().getJsonArray("records"))
                .isEmpty();
    }

    @Test
    @DisplayName("R16, R36: what did not happen runs with the next retry, and what happened is its answer")
    void settles() throws Exception {
        Operator operator = bench.withUsers();
        assertThat(operator.signIn("ada", ConsoleBench.PASSWORD).status()).isEqualTo(200);
        String free = bench.doubtful();
        String done = bench.doubtful();

        JsonObject seen =
                operator.post("api/records/find", ConsoleBench.named(free)).body();
        assertThat(seen.getMap()).containsEntry("nextRetry", "held").containsEntry("standing", "held");
        JsonObject after = operator.post("api/records/settle", ConsoleBench.verdict(seen, "did-not-happen"))
                .body();
        assertThat(after.getMap()).containsEntry("state", "RELEASED").containsEntry("nextRetry", "run");
        JsonObject line = after.getJsonArray("history").getJsonObject(1);
        assertThat(line.getMap())
                .containsEntry("who", "ada")
                .containsEntry("why", "looked it up at the bank")
                .containsEntry("reason", "SETTLED_DID_NOT_HAPPEN");
        assertThat(bench.charge(free).body()).isEqualTo("{\"id\":\"ch_secret\"}");

        JsonObject other =
                operator.post("api/records/find", ConsoleBench.named(done)).body();
        assertThat(operator.post("api/records/settle", ConsoleBench.verdict(other, "happened"))
                        .status())
                .isEqualTo(200);
        assertThat(operator.post("api/records/settle", ConsoleBench.verdict(other, "happened"))
                        .status())
                .as("the same settlement again")
                .isEqualTo(200);
        HttpResponse<String> replay = bench.charge(done);
        assertThat(replay.body()).isEqualTo("{\"id\":\"ch_7\"}");
        assertThat(replay.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    }

    @Test
    @DisplayName("R16: a settlement of a record that moved meanwhile changes nothing, and says how it stands")
    void moved() throws Exception {
        Operator operator = bench.withUsers();
        operator.signIn("ada", ConsoleBench.PASSWORD);
        String key = bench.doubtful();
        JsonObject seen =
                operator.post("api/records/find", ConsoleBench.named(key)).body();
        Operator robot = new Operator(bench.gateway()).with("Authorization", "Bearer " + ConsoleBench.TOKEN);
        robot.post("api/records/settle", ConsoleBench.verdict(seen, "run-again"));

        Operator.Reply late = operator.post("api/records/settle", ConsoleBench.verdict(seen, "happened"));

        assertThat(late.status()).isEqualTo(409);
        assertThat(late.code()).isEqualTo("moved");
        assertThat(late.body().getJsonObject("record").getString("state")).isEqualTo("RELEASED");
        JsonObject now =
                operator.post("api/records/find", ConsoleBench.named(key)).body();
        assertThat(now.getJsonArray("history")).hasSize(2);
        JsonObject wrong = ConsoleBench.verdict(
                        operator.post("api/records/find", ConsoleBench.named(bench.doubtful()))
                                .body(),
                        "run-again")
                .put("attempt", 2);
        assertThat(operator.post("api/records/settle", wrong).code()).isEqualTo("moved");
        JsonObject byKey = ConsoleBench.named(key)
                .put("attempt", 1)
                .put("verdict", "run-again")
                .put("why", "x");
        assertThat(operator.post("api/records/settle", byKey).code()).isEqualTo("moved");
    }

    @Test
    @DisplayName("R36: unknown records, stale references and bad input get a clear answer and change nothing")
    void badInput() throws Exception {
        Operator operator = new Operator(bench.gateway()).greeted();
        String key = bench.doubtful();
        JsonObject seen =
                operator.post("api/records/find", ConsoleBench.named(key)).body();

        assertThat(operator.post("api/records/find", ConsoleBench.named(bench.newKey()))
                        .code())
                .isEqualTo("no-record");
        JsonObject unknown = ConsoleBench.named(bench.newKey())
                .put("attempt", 1)
                .put("verdict", "run-again")
                .put("why", "x");
        assertThat(operator.post("api/records/settle", unknown.put("who", "me")).code())
                .isEqualTo("no-record");
        assertThat(operator.post("api/records/find", new JsonObject().put("ref", "made up"))
                        .code())
                .isEqualTo("stale-reference");
        assertThat(operator.post("api/records/search", new JsonObject().put("after", seen.getString("ref")))
                        .code())
                .isEqualTo("stale-reference");
        assertThat(operator.post("api/records/settle", ConsoleBench.verdict(seen, "run-again"))
                        .body()
                        .getString("detail"))
                .contains("say who decides");
        for (JsonObject wrong : List.of(
                ConsoleBench.verdict(seen, "perhaps").put("who", "me"),
                ConsoleBench.verdict(seen, "run-again").put("who", "me").put("why", " "),
                ConsoleBench.verdict(seen, "happened").put("who", "me").put("answer", new JsonObject()),
                ConsoleBench.verdict(seen, "run-again")
                        .put("who", "me")
                        .put("answer", new JsonObject().put("status", 200)),
                ConsoleBench.verdict(seen, "run-again").put("who", "me").put("attempt", "1"),
                ConsoleBench.verdict(seen, "run-again").put("who", "me").put("nonsense", 1))) {
            assertThat(operator.post("api/records/settle", wrong).code()).isEqualTo("invalid");
        }
        for (String text : new String[] {"", "[]", "{", "{\"size\":1,\"size\":2}", "[".repeat(5000)}) {
            assertThat(operator.send("POST", "api/records/search", HttpRequest.BodyPublishers.ofString(text))
                            .code())
                    .isEqualTo("invalid");
        }
        assertThat(operator.send("POST", "api/records/search", HttpRequest.BodyPublishers.ofString("x".repeat(100_000)))
                        .code())
                .isEqualTo("too-large");
        assertThat(operator.with("Content-Type", "text/plain")
                        .post("api/records/search", new JsonObject())
                        .code())
                .isEqualTo("not-json");
        assertThat(operator.with("Content-Type", "")
                        .post("api/records/find", ConsoleBench.named(key))
                        .body()
                        .getString("state"))
                .isEqualTo("IN_DOUBT");
        JsonObject signed = ConsoleBench.verdict(seen, "run-again").put("who", "grace");
        assertThat(operator.post("api/records/settle", signed)
                        .body()
                        .getJsonArray("history")
                        .getJsonObject(1)
                        .getString("who"))
                .isEqualTo("grace (not signed in)");
    }
}
