// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.KEY;
import static dev.semel.http.Server.OTHER_KEY;
import static dev.semel.http.Server.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A key in the body")
class KeyInBodyTest {

    @Test
    @DisplayName("R33: is found there; a header comes first")
    void keyInBody() {
        try (Server server = Server.withPolicy(policy -> policy.keyInBody("/meta/request~1id"))) {
            Head plain = Head.post("/charges");
            String body = "{\"meta\":{\"request/id\":\"" + KEY + "\"}}";

            server.send(plain, body);
            HttpAnswer again = server.send(plain, body);
            HttpAnswer other = server.send(plain.key(OTHER_KEY), body);

            assertThat(again.headers().first("Idempotent-Replayed")).hasValue("true");
            assertThat(other.headers().first("Idempotent-Replayed")).isEmpty();
            assertThat(server.runs).hasValue(2);
        }
    }

    @Test
    @DisplayName("R29: of content that is too large is not looked for: it is refused at once, whatever arrived of it")
    void tooLarge() {
        try (Server server = Server.withPolicy(policy -> policy.keyInBody("/id").bodyLimit(4096))) {
            Intake intake = ((Reception.Reading) server.http.receive(Head.post("/charges"))).intake();
            byte[] piece = new byte[3000];

            assertThat(intake.feed(piece, 0, piece.length)).isTrue();
            assertThat(intake.feed(piece, 0, piece.length)).isFalse();
            HttpAnswer answer = ((HttpAdmission.Answered) Server.now(intake.admit())).answer();

            assertThat(answer.status()).isEqualTo(413);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'{\"id\":7}' | key-malformed",
                "'no json' | key-malformed",
                "'{\"id\":null}' | key-missing",
                "'{}' | key-missing",
                "'' | key-missing",
                "'{\"id\":\"\"}' | key-empty",
                "'{\"id\":\"a b\"}' | key-not-visible-ascii",
            })
    @DisplayName("R33: that is not there, or is none, is refused where one is required:")
    void badKeyInBody(String body, String code) {
        try (Server server = Server.withPolicy(policy -> policy.keyInBody("/id"))) {
            HttpAnswer answer = server.send(Head.post("/charges"), body);

            assertThat(answer.status()).isEqualTo(400);
            assertThat(text(answer)).contains("\"code\":\"" + code + "\"");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "text/plain | 'no json' | 201",
                "application/x-www-form-urlencoded | 'id=1&amount=100' | 201",
                "application/json | '{}' | 201",
                "application/json | '{\"id\":null}' | 201",
                "application/json | '' | 201",
                "application/json | '{\"id\":7}' | 400",
                "application/json | '{\"id\":\"a b\"}' | 400",
                "application/json | '{\"id\":\"5f0c8d7e-6a3b-4c1d-9e2f-0a1b2c3d4e5f\",\"a\":1,\"a\":2}' | 400",
                "application/merge-patch+json | '{\"id\"' | 400",
            })
    @DisplayName(
            "R33, T18: may be missing where it is optional, also in other content than JSON; what may hide one is refused:")
    void optional(String type, String body, int status) {
        try (Server server = Server.withPolicy(policy -> policy.keyInBody("/id").keyOptional())) {
            Head head = Head.post("/charges").with("Content-Type", type);

            assertThat(server.send(head, body).status()).isEqualTo(status);
            assertThat(server.send(head, body).headers().first("Idempotent-Replayed"))
                    .isEmpty();
            assertThat(server.runs).hasValue(status == 201 ? 2 : 0);
        }
    }

    @Test
    @DisplayName("R33, T18: that does not fit into memory is refused if it is JSON, and is missing if it is not")
    void tooLargeToLook() {
        try (Server server = Server.withSettings(settings -> settings.bodyInMemory(100));
                Server optional = optionalInAHundredBytes()) {
            String body = "{\"id\":\"" + KEY + "\",\"padding\":\"" + "x".repeat(100) + "\"}";
            Head json = Head.post("/charges").with("Content-Type", "application/json");
            Head text = Head.post("/charges").with("Content-Type", "text/plain");

            assertThat(server.send(json, body).status()).isEqualTo(400);
            assertThat(optional.send(json, body).status()).isEqualTo(400);
            assertThat(optional.send(text, "x".repeat(200)).status()).isEqualTo(201);
        }
    }

    private static Server optionalInAHundredBytes() {
        return Server.with(policy -> policy.keyInBody("/id").keyOptional(), settings -> settings.bodyInMemory(100));
    }
}
