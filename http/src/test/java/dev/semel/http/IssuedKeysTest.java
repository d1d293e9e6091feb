// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.now;
import static dev.semel.http.Server.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IssuedKeys;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.key.KeyIssuer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An operation that accepts issued keys only")
class IssuedKeysTest {

    private static final IssuedKeys KEYS = IssuedKeys.of(
            KeyIssuer.withSecret("a secret of more than sixteen bytes".getBytes(UTF_8)), Duration.ofMinutes(30));
    private static final Head CHARGE = Head.post("/charges");
    private static final Tenant ACME =
            TenantResolver.principal().resolve(CHARGE).orElseThrow();

    private static String key(Server server) {
        Instant now = server.time.clock().instant();
        return KEYS.issue(ACME, "cart-1", now).value();
    }

    private static Server server() {
        return Server.onStore(store -> store, operation -> operation.issuedKeys(KEYS));
    }

    @Test
    @DisplayName(
            "R25: runs once with a key that was issued to its tenant, and replays until long after the key has expired")
    void genuine() {
        try (Server server = server()) {
            String key = key(server);
            HttpAnswer first = server.send(CHARGE.key(key), "{}");
            server.time.advance(Duration.ofHours(23));
            HttpAnswer again = server.send(CHARGE.key("\"" + key + "\""), "{}");

            assertThat(first.status()).isEqualTo(201);
            assertThat(again.headers().first("Idempotent-Replayed")).hasValue("true");
            assertThat(server.runs).hasValue(1);
        }
    }

    @Test
    @DisplayName("R25, R14: begins nothing with a key that has expired: 410")
    void expired() {
        try (Server server = server()) {
            String key = key(server);
            server.time.advance(Duration.ofMinutes(35).plusMillis(1));

            HttpAnswer answer = server.send(CHARGE.key(key), "{}");

            assertThat(answer.status()).isEqualTo(410);
            assertThat(text(answer)).contains("\"code\":\"key-expired\"");
            assertThat(server.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName(
            "R23, R25: refuses the key of another tenant, and one that was changed, by the head alone and with one answer")
    void foreign() {
        try (Server server = server()) {
            String key = key(server);
            String changed = key.substring(0, 59) + (key.endsWith("A") ? "B" : "A");

            HttpAnswer foreign =
                    refused(server, CHARGE.principal(Optional.of("bank")).key(key));

            assertThat(foreign.status()).isEqualTo(400);
            assertThat(text(foreign)).contains("\"code\":\"key-not-genuine\"").doesNotContain(key);
            assertThat(refused(server, CHARGE.key(changed))).isEqualTo(foreign);
            assertThat(server.send(CHARGE.key(key), "{}").status()).isEqualTo(201);
        }
    }

    private static HttpAnswer refused(Server server, Head head) {
        return ((Reception.Refused) server.http.receive(head)).answer();
    }

    @ParameterizedTest
    @ValueSource(strings = {Server.KEY, "x7fQ2m9LzT4vB8nKc1RdW5yHs3JgPa6E", "ik2_" + Server.KEY})
    @DisplayName("R25: refuses what clients made, and says where a key is to be had")
    void made(String key) {
        try (Server server = server()) {
            HttpAnswer answer = server.send(CHARGE.key(key), "{}");

            assertThat(answer.status()).isEqualTo(400);
            assertThat(text(answer)).contains("\"code\":\"key-not-issued\"", "Ask this service for a key");
        }
    }

    @Test
    @DisplayName("R25, R33: takes such a key from the body, too, and refuses another one there")
    void inBody() {
        Operation operation = Operation.named("charges.create").issuedKeys(KEYS).build();
        HttpPolicy policy = HttpPolicy.builder(operation).keyInBody("/id").build();
        try (Server server = Server.withSettings(settings -> settings.policies(head -> Optional.of(policy)))) {
            String body = "{\"id\":\"" + key(server) + "\"}";

            assertThat(server.send(CHARGE, body).status()).isEqualTo(201);
            assertThat(server.send(CHARGE, body).headers().first("Idempotent-Replayed"))
                    .hasValue("true");
            assertThat(text(server.send(CHARGE.principal(Optional.of("bank")), body)))
                    .contains("\"code\":\"key-not-genuine\"");
            assertThat(text(server.send(CHARGE, "{\"id\":\"" + Server.KEY + "\"}")))
                    .contains("\"code\":\"key-not-issued\"");
        }
    }

    @Test
    @DisplayName("R25: has a desk that gives a session its key once and for all who ask, by the store's clock")
    void desk() {
        Operation operation = Operation.named("charges.create").issuedKeys(KEYS).build();
        KeyDesk desk = KeyDesk.of(KEYS, operation);
        try (Server server = Server.withSettings(settings -> settings.policies(head -> Optional.of(desk.policy())))) {
            Exchange first = server.begin(Head.post("/keys"), "{\"session\":\"cart-1\"}");
            HttpAnswer own = desk.answer(first);
            now(first.answered(own));
            server.time.advance(Duration.ofHours(1));
            HttpAnswer again = server.send(Head.post("/keys").key(Server.KEY), " {\"session\":\"cart-1\",\"a\":1}");

            assertThat(own.headers().first("Cache-Control")).hasValue("no-store");
            assertThat(text(own)).matches("\\{\"key\":\"ik1_[A-Za-z0-9_-]{56}\",\"expires\":\"[0-9T:-]+Z\"}");
            assertThat(text(again)).isEqualTo(text(own));
            assertThat(again.headers().first("Idempotent-Replayed")).hasValue("true");
            assertThat(text(server.send(Head.post("/keys").key(Server.KEY), "{}")))
                    .contains("\"code\":\"session-invalid\"");
            assertThat(server.send(Head.post("/keys"), " ".repeat(5000)).status())
                    .isEqualTo(413);
        }
    }
}
