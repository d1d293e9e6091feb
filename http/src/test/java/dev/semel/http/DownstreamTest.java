// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.created;
import static dev.semel.http.Server.now;
import static dev.semel.http.Server.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R4: an attempt that took a key for what it asks of others")
class DownstreamTest {

    private static final Head CHARGE = Head.post("/charges").key(Server.KEY);

    private static Exchange asking(Server server) {
        Exchange exchange = server.begin(CHARGE, "first");
        assertThat(exchange.context().derivedKey("provider")).isEqualTo(exchange.forwardedKey("provider"));
        return exchange;
    }

    private static void assertHeld(Server server) {
        assertThat(text(server.send(CHARGE, "first"))).contains("\"code\":\"held\"");
        assertThat(server.send(CHARGE, "second").status()).isEqualTo(422);
        assertThat(server.runs).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 425, 429})
    @DisplayName("is in doubt after an answer that would free the key:")
    void answered(int status) {
        try (Server server = Server.start()) {
            now(asking(server).answered(HttpAnswer.empty(status, Headers.NONE)));

            assertHeld(server);
        }
    }

    @Test
    @DisplayName("is in doubt after an exception that would free the key, or when somebody says that nothing was done")
    void threwOrReleased() {
        OutcomeRules rules = OutcomeRules.defaults().exception(IllegalStateException.class, Verdict.RELEASE);
        try (Server throwing = Server.withPolicy(policy -> policy.outcomes(rules));
                Server releasing = Server.start()) {
            now(asking(throwing).threw(new IllegalStateException("no connection")));
            now(asking(releasing).released());

            assertHeld(throwing);
            assertHeld(releasing);
        }
    }

    @Test
    @DisplayName("is saved as ever where its outcome is known")
    void known() {
        try (Server server = Server.start()) {
            now(asking(server).answered(created("done")));

            assertThat(text(server.send(CHARGE, "first"))).isEqualTo("done");
        }
    }

    @Test
    @DisplayName("is free where the whole request was passed on, and the answer to it says that nothing was done")
    void passedOn() {
        try (Server server = Server.start()) {
            Exchange exchange = server.begin(CHARGE, "first");
            assertThat(exchange.forwardedKey("upstream")).isNotEmpty();
            now(exchange.answered(HttpAnswer.empty(429, Headers.NONE)));

            assertThat(server.send(CHARGE, "second").status()).isEqualTo(201);
        }
    }
}
