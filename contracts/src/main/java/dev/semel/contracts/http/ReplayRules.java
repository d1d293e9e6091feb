// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.State;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 2.6 of the draft: a first request runs, a duplicate gets its answer. And R15: which answers are saved. */
abstract class ReplayRules extends HttpRules {

    @Test
    @DisplayName(
            "R6, R34 (2.6): a retry gets the first answer, status, headers and every byte, and is marked as replayed")
    void replay() {
        Request request = Request.post("/echo").bytes(everyByte());

        Seen first = call(request);

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.isReplay()).isFalse();
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        for (int i = 0; i < 5; i++) {
            assertReplays(first, call(request));
        }
        assertRan(request, 1);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {200, 202, 204, 205, 206, 301, 304, 400, 404, 409, 410, 422, 500})
    @DisplayName("R15, T17: an answer whose outcome is known is saved and replayed:")
    void saved(int status) {
        Request request = Request.post("/answer?status=" + status);

        Seen first = call(request);

        assertThat(first.status()).isEqualTo(status);
        assertReplays(first, call(request));
        assertRan(request, 1);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {401, 403, 425, 429})
    @DisplayName("R15: an answer that says that nothing was done frees the key, for any payload:")
    void released(int status) {
        Request request = Request.post("/answer?status=" + status);

        assertThat(call(request).status()).isEqualTo(status);
        Seen second = call(request.text("another payload"));

        assertThat(second.status()).isEqualTo(status);
        assertThat(second.isReplay()).isFalse();
        assertRan(request, 2);
        awaitState(request, "plain", State.RELEASED);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {408, 502, 503, 504})
    @DisplayName("R15, R16: an answer that leaves the outcome open is given as it is, and the key is in doubt:")
    void doubted(int status) {
        Request request = Request.post("/answer?status=" + status);

        Seen first = call(request);

        assertThat(first.status()).isEqualTo(status);
        assertThat(first.text()).startsWith("run ");
        awaitState(request, "plain", State.IN_DOUBT);
        assertThat(Problem.of(call(request.text("another payload"))).status()).isEqualTo(422);
        assertThat(call(request).isReplay())
                .as("runs again, as the operation chose")
                .isFalse();
        assertRan(request, 2);
    }

    @Test
    @DisplayName("R33: a redirect is an answer: saved, and replayed with its Location")
    void redirect() {
        Request request = Request.post("/redirect");

        Seen first = call(request);

        assertThat(first.status()).isEqualTo(303);
        assertThat(first.header("Location")).isPresent();
        assertReplays(first, call(request));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R27: cookies are for the first client alone; other headers keep their values and order")
    void cookies() {
        Request request = Request.post("/cookies");

        Seen first = call(request);
        Seen again = call(request);

        assertThat(first.all("Set-Cookie")).hasSize(2);
        assertThat(again.all("Set-Cookie")).isEmpty();
        assertThat(again.all("X-Many")).isEqualTo(first.all("X-Many")).isEqualTo(List.of("first", "second"));
        assertReplays(first, again);
    }

    @Test
    @DisplayName("R27: what an answer allows to one origin is replayed to that one, and never told to another")
    void origins() {
        Request request = Request.post("/cookies");
        Request ofShop = request.header("Origin", Scenes.ORIGIN);

        Seen first = call(ofShop);

        assertThat(first.all("Access-Control-Allow-Origin")).containsExactly(Scenes.ORIGIN);
        assertReplays(first, call(ofShop));
        assertThat(call(ofShop).all("Access-Control-Allow-Origin")).containsExactly(Scenes.ORIGIN);
        assertThat(call(ofShop).all("Access-Control-Allow-Credentials")).containsExactly("true");
        for (Request other : List.of(request, request.header("Origin", "https://another.example"))) {
            Seen again = call(other);
            assertReplays(first, again);
            assertThat(again.all("Access-Control-Allow-Origin")).isEmpty();
            assertThat(again.all("Access-Control-Allow-Credentials")).isEmpty();
        }
    }

    @Test
    @DisplayName("R27: an answer has one Date and one framing, its own, first or replayed")
    void hopByHop() {
        Request request = Request.post("/echo");

        for (Seen answer : List.of(call(request), call(request))) {
            assertThat(answer.all("Date")).hasSizeLessThanOrEqualTo(1);
            assertThat(answer.all("Content-Length").size()
                            + answer.all("Transfer-Encoding").size())
                    .as("framing of %s", answer)
                    .isEqualTo(1);
            assertThat(answer.all("Content-Type")).hasSize(1);
        }
    }

    @Test
    @DisplayName("R33: an empty request and an answer without a body are kept as they are, and the connection goes on")
    void nothingAtAll() {
        Request request = Request.post("/answer?status=204").bytes(new byte[0]);

        try (Connection connection = connect()) {
            Seen first = connection.call(request);
            assertThat(first.status()).isEqualTo(204);
            assertReplays(first, connection.call(request));
            assertThat(connection.call(Request.post("/echo")).status()).isEqualTo(201);
        }
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R6: hundreds of keys on one connection keep their answers apart")
    void manyKeys() {
        try (Connection connection = connect()) {
            for (int i = 0; i < 100; i++) {
                Request request = Request.post("/echo").text("payload " + i);
                Seen first = connection.call(request);
                assertThat(first.text()).endsWith(": payload " + i);
                assertReplays(first, connection.call(request));
            }
        }
    }

    private static byte[] everyByte() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }
}
