// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.KEY;
import static dev.semel.http.Server.OTHER_KEY;
import static dev.semel.http.Server.created;
import static dev.semel.http.Server.now;
import static dev.semel.http.Server.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request with a key")
class HttpIdempotencyTest {

    private static final Head CHARGE = Head.post("/charges").key(KEY);

    private final Server server = Server.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    @DisplayName("R6: runs once, and its retry gets the first answer with a mark")
    void replay() {
        HttpAnswer first = server.send(CHARGE, "{\"amount\":5}");
        HttpAnswer second = server.send(CHARGE, "{\"amount\":5}");

        assertThat(server.runs).hasValue(1);
        assertThat(first.headers().first("Idempotent-Replayed")).isEmpty();
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().all("Idempotent-Replayed")).containsExactly("true");
        assertThat(second.headers().first("Content-Type")).hasValue("text/plain");
    }

    @Test
    @DisplayName("R6: with another body is refused with 422, and changes nothing")
    void mismatch() {
        server.send(CHARGE, "{\"amount\":5}");

        HttpAnswer other = server.send(CHARGE, "{\"amount\":6}");

        assertThat(other.status()).isEqualTo(422);
        assertThat(text(other)).contains("\"code\":\"key-reused\"");
        assertThat(server.send(CHARGE, "{\"amount\":5}").status()).isEqualTo(201);
        assertThat(server.runs).hasValue(1);
    }

    @Test
    @DisplayName("R6, R28: gets 409 and Retry-After while the first one runs, and its answer afterwards")
    void conflict() {
        Exchange first = server.begin(CHARGE, "{}");

        HttpAnswer early = server.send(CHARGE, "{}");
        HttpAnswer own = created("done");
        Sending sending = now(first.answered(own));
        HttpAnswer late = server.send(CHARGE, "{}");

        assertThat(early.status()).isEqualTo(409);
        assertThat(early.headers().all("Retry-After")).containsExactly("1");
        assertThat(sending.or(own)).isSameAs(own);
        assertThat(text(late)).isEqualTo("done");
        assertThat(server.runs).hasValue(0);
    }

    @Test
    @DisplayName("R6: with another body is a mismatch also while the first one runs")
    void mismatchInFlight() {
        Exchange first = server.begin(CHARGE, "{\"amount\":5}");

        assertThat(server.send(CHARGE, "{\"amount\":6}").status()).isEqualTo(422);

        now(first.answered(created("done")));
    }

    @Test
    @DisplayName("R23: shares nothing with the same key of another tenant, nor with another key")
    void scope() {
        server.send(CHARGE, "{}");
        server.send(CHARGE.principal(Optional.of("other")), "{}");
        server.send(Head.post("/charges").key(OTHER_KEY), "{}");

        assertThat(server.runs).hasValue(3);
    }
}
