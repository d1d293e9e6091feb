// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("A gateway that issues keys")
class IssuedKeysTest {

    private static final String SECRET = "a secret of more than sixteen bytes";
    private static final String OTHER = "another secret of more than sixteen";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ScriptedUpstream upstream = new ScriptedUpstream();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        upstream.close();
    }

    private Service gateway(String issued) {
        String text = """
                store:
                  type: sqlite
                  file: %s
                issued-keys:
                  path: /v1/keys
                  %s
                upstreams:
                  behind:
                    server: %s
                routes:
                  - path: /charges
                    operation: charges.create
                    key-rules: issued
                    in-doubt: rerun
                  - path: /**
                """.formatted(folder.resolve("semel.db"), issued, upstream.uri());
        return Service.open(ConfigurationFile.read(Configured.file(text), Map.of()));
    }

    private Service gateway() {
        return gateway("secret: " + SECRET);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder to(Service gateway, String path) {
        return HttpRequest.newBuilder(URI.create(Configured.uri(gateway) + path));
    }

    private HttpResponse<String> ask(Service gateway, String body) throws Exception {
        return send(to(gateway, "/v1/keys").POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private String key(Service gateway, String session) throws Exception {
        HttpResponse<String> given = ask(gateway, "{\"session\": \"" + session + "\"}");
        assertThat(given.statusCode()).as(given.body()).isEqualTo(200);
        return new JsonObject(given.body()).getString("key");
    }

    private HttpResponse<String> charge(Service gateway, String key) throws Exception {
        return send(to(gateway, "/charges")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString("100")));
    }

    @Test
    @DisplayName(
            "R25: gives a session its key, the same one whoever asks how often and after a restart, and no other session's")
    void oneForEachSession() throws Exception {
        upstream.does(request -> request.response().setStatusCode(201).end("charged"));
        String key;
        try (Service gateway = gateway()) {
            HttpResponse<String> given = ask(gateway, "{\"session\":\"cart-1\", \"page\": 1}");
            key = new JsonObject(given.body()).getString("key");
            assertThat(given.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(given.headers().firstValue("Content-Type")).contains("application/json");
            Instant expires = Instant.parse(new JsonObject(given.body()).getString("expires"));
            assertThat(expires)
                    .isBetween(Instant.now().plusSeconds(1700), Instant.now().plusSeconds(1801));
            assertThat(key(gateway, "cart-1")).isEqualTo(key);
            assertThat(key(gateway, "cart-2")).isNotEqualTo(key);
            assertThat(charge(gateway, key).statusCode()).isEqualTo(201);
        }
        try (Service again = gateway()) {
            assertThat(key(again, "cart-1")).isEqualTo(key);
            assertThat(charge(again, key).headers().firstValue("Idempotent-Replayed"))
                    .contains("true");
        }
        assertThat(upstream.asked()).hasSize(1);
    }

    @Test
    @DisplayName("R25: gives tabs that ask at once the same key")
    void atOnce() throws Exception {
        try (Service gateway = gateway()) {
            var asked = IntStream.range(0, 8)
                    .mapToObj(tab -> client.sendAsync(
                            to(gateway, "/v1/keys")
                                    .POST(HttpRequest.BodyPublishers.ofString("{\"session\":\"cart-1\"}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString()))
                    .toList();

            assertThat(asked.stream().map(answer -> answer.join().body()).distinct())
                    .hasSize(1);
            assertThat(asked.get(0).join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("R25: lets nothing through with a key that clients made, or that another secret has signed")
    void onlyIssued() throws Exception {
        String foreign;
        try (Service gateway = gateway("secret: " + OTHER)) {
            foreign = key(gateway, "cart-1");
        }
        try (Service gateway = gateway()) {
            HttpResponse<String> made = charge(gateway, UUID.randomUUID().toString());
            HttpResponse<String> forged = charge(gateway, foreign);

            assertThat(made.statusCode()).isEqualTo(400);
            assertThat(made.body()).contains("\"code\":\"key-not-issued\"", "Ask this service for a key");
            assertThat(forged.statusCode()).isEqualTo(400);
            assertThat(forged.body()).contains("\"code\":\"key-not-genuine\"").doesNotContain(foreign);
        }
        assertThat(upstream.asked()).isEmpty();
    }

    @Test
    @DisplayName("R25: goes on with keys and sessions from before its secret was replaced")
    void rotated() throws Exception {
        upstream.does(request -> request.response().setStatusCode(201).end("charged"));
        String before;
        try (Service gateway = gateway()) {
            before = key(gateway, "cart-1");
        }
        String both = "secret: " + OTHER + "\n  previous-secret: " + SECRET + "\n  since: ";
        try (Service gateway = gateway(both + Instant.now())) {
            assertThat(key(gateway, "cart-1")).isEqualTo(before);
            assertThat(charge(gateway, before).statusCode()).isEqualTo(201);
            assertThat(charge(gateway, key(gateway, "cart-2")).statusCode()).isEqualTo(201);
        }
    }

    @ParameterizedTest
    @DisplayName("R25: says what it needs to whoever names no session")
    @ValueSource(strings = {"", "cart-1", "{}", "{\"session\":1}", "{\"session\":\"\"}", "{\"session\":\"a b\"}"})
    void noSession(String body) throws Exception {
        try (Service gateway = gateway()) {
            HttpResponse<String> refused = ask(gateway, body);

            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refused.body()).contains("\"code\":\"session-invalid\"");
        }
        assertThat(upstream.asked()).isEmpty();
    }

    @Test
    @DisplayName("R25: takes no large content, no key in place of a session, and only POST for itself")
    void limits() throws Exception {
        try (Service gateway = gateway()) {
            upstream.does(request -> request.response().end("the upstream's own"));
            assertThat(ask(gateway, "{\"session\":\"" + "x".repeat(5000) + "\"}")
                            .statusCode())
                    .isEqualTo(413);
            HttpRequest.Builder keyed = to(gateway, "/v1/keys")
                    .header("Idempotency-Key", UUID.randomUUID().toString())
                    .POST(HttpRequest.BodyPublishers.ofString("{}"));
            assertThat(send(keyed).body()).contains("session-invalid");
            assertThat(send(to(gateway, "/v1/keys")).body()).isEqualTo("the upstream's own");
        }
    }
}
