// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.KEY;
import static dev.semel.http.Server.OTHER_KEY;
import static dev.semel.http.Server.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Operation;
import dev.semel.SettingException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Where a key is expected,")
class KeyHeaderTest {

    private static final Head CHARGE = Head.post("/charges");

    @Test
    @DisplayName("R34: quoted and bare are the same key")
    void quotedAndBare() {
        try (Server server = Server.start()) {
            server.send(CHARGE.key(KEY), "{}");

            HttpAnswer quoted = server.send(CHARGE.key("\"" + KEY + "\""), "{}");

            assertThat(quoted.headers().first("Idempotent-Replayed")).hasValue("true");
            assertThat(server.runs).hasValue(1);
        }
    }

    @Test
    @DisplayName("R34, draft 2.7: a missing one is refused with 400, unless it is optional")
    void missing() {
        try (Server strict = Server.start();
                Server lax = Server.withPolicy(HttpPolicyBuilder::keyOptional)) {
            HttpAnswer refused = strict.send(CHARGE, "{}");

            assertThat(refused.status()).isEqualTo(400);
            assertThat(text(refused)).contains("\"code\":\"key-missing\"");
            assertThat(strict.runs).hasValue(0);
            assertThat(lax.send(CHARGE, "{}").status()).isEqualTo(201);
            assertThat(lax.send(CHARGE, "{}").status()).isEqualTo(201);
            assertThat(lax.runs).hasValue(2);
        }
    }

    @Test
    @DisplayName("R34: a bad one is refused also where it is optional")
    void optionalAndBad() {
        try (Server lax = Server.withPolicy(HttpPolicyBuilder::keyOptional)) {
            assertThat(lax.send(CHARGE.key("a,b"), "{}").status()).isEqualTo(400);
            assertThat(lax.send(CHARGE.key(""), "{}").status()).isEqualTo(400);
            assertThat(lax.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName("R34: two header lines are refused, alike or not")
    void twoLines() {
        try (Server server = Server.start()) {
            HttpAnswer other = server.send(CHARGE.key(KEY).key(OTHER_KEY), "{}");
            HttpAnswer same = server.send(CHARGE.key(KEY).key(KEY), "{}");

            assertThat(text(other)).contains("\"code\":\"key-repeated\"");
            assertThat(text(same)).contains("\"code\":\"key-repeated\"");
            assertThat(server.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName("R24, R34: an empty or weak one is refused with the code of the rule, and is not shown")
    void weak() {
        try (Server server = Server.start()) {
            assertThat(text(server.send(CHARGE.key("\"\""), "{}"))).contains("\"code\":\"key-empty\"");
            assertThat(text(server.send(CHARGE.key("tooshortakey"), "{}")))
                    .contains("\"code\":\"key-too-short\"")
                    .doesNotContain("tooshortakey");
            assertThat(text(server.send(CHARGE.key("x".repeat(256)), "{}"))).contains("\"code\":\"key-too-long\"");
            assertThat(server.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName("R34: the first of the configured headers that is there counts")
    void severalNames() {
        try (Server server =
                Server.withSettings(settings -> settings.keyHeaders("Idempotency-Key", "X-Request-Token"))) {
            server.send(CHARGE.with("X-Request-Token", KEY), "{}");
            server.send(CHARGE.with("x-request-token", OTHER_KEY).key(KEY), "{}");

            assertThat(server.runs).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "post"})
    @DisplayName("R34: other methods than POST and PATCH pass untouched, even with a key:")
    void otherMethods(String method) {
        try (Server server = Server.start()) {
            Reception reception = server.http.receive(CHARGE.key(KEY).method(method));

            assertThat(reception).isInstanceOf(Reception.PassThrough.class);
        }
    }

    @Test
    @DisplayName(
            "R34: PUT and DELETE are protected where the policy says so, PATCH always, and paths without a policy never")
    void chosenMethods() {
        try (Server server = Server.withPolicy(policy -> policy.methods("PUT", "DELETE"));
                Server usual = Server.start()) {
            assertThat(server.http.receive(CHARGE.key(KEY).method("PUT"))).isInstanceOf(Reception.Reading.class);
            assertThat(server.http.receive(CHARGE.key(KEY))).isInstanceOf(Reception.PassThrough.class);
            assertThat(usual.http.receive(CHARGE.key(KEY).method("PATCH"))).isInstanceOf(Reception.Reading.class);
            assertThat(usual.http.receive(CHARGE.key(KEY).path("/refunds"))).isInstanceOf(Reception.PassThrough.class);
        }
    }

    @Test
    @DisplayName("a policy that protects a safe method is refused at the start")
    void safeMethods() {
        HttpPolicyBuilder policy =
                HttpPolicy.builder(Operation.payments("charges.create").build()).methods("GET");

        assertThatThrownBy(policy::build)
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("methods: GET is safe");
    }

    @Test
    @DisplayName("a policy whose methods nobody sends would protect nothing, and is refused at the start")
    void methodsOfNobody() {
        HttpPolicyBuilder policy =
                HttpPolicy.builder(Operation.payments("charges.create").build());

        assertThatThrownBy(() -> policy.methods().build()).hasMessageStartingWith("methods: is empty");
        assertThatThrownBy(() -> policy.methods("post").build())
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("write POST");
        assertThat(policy.methods("POST", "POST").build().methods()).containsExactly("POST");
        assertThat(policy.methods("reserve").build().methods()).containsExactly("reserve");
    }
}
