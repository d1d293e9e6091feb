// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The request's body reaches the handler whole, however it comes and however much of it there is (T12). */
abstract class BodyRules extends HttpRules {

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 1, 8191, 8192, 8193, HttpBench.IN_MEMORY, HttpBench.IN_MEMORY + 1, 1 << 20})
    @DisplayName("R26, T12: the handler reads every byte of the body, of")
    void wholeBody(int size) {
        byte[] body = random(size);

        Seen answer = call(Request.post("/echo").bytes(body));

        assertThat(answer.status()).isEqualTo(201);
        assertThat(tail(answer, size)).isEqualTo(body);
    }

    @Tag(HttpContract.SERVER)
    @ParameterizedTest(name = "chunks of {0} bytes")
    @ValueSource(ints = {1, 100, 65_536})
    @DisplayName("R26: a body in chunks is the same as one with a length:")
    void chunked(int size) {
        Request fixed = Request.post("/echo").bytes(random(3000));

        Seen first = call(fixed.chunked(size));

        assertThat(tail(first, 3000)).isEqualTo(fixed.body());
        assertReplays(first, call(fixed));
        assertRan(fixed, 1);
    }

    @Test
    @DisplayName("R26: an empty body in chunks is the same as none")
    void emptyChunked() {
        Request empty = Request.post("/echo").bytes(new byte[0]);

        assertReplays(call(empty), call(empty.chunked(1)));
    }

    @Test
    @DisplayName("R33, T12, T13: ten million bytes arrive whole, are replayed, and the last of them counts")
    void tenMillion() {
        Request request = Request.post("/ignores").bytes(random(10 << 20)).chunked(60_000);
        Seen first = call(request);
        byte[] other = request.body().clone();
        other[other.length - 1]++;

        assertThat(first.status()).isEqualTo(201);
        assertReplays(first, call(request.chunked(0)));
        assertThat(Problem.of(call(request.bytes(other))).status()).isEqualTo(422);
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R33: a body beyond the limit is 413, and nothing runs")
    void tooLarge() {
        Request request = Request.post("/echo").bytes(new byte[HttpBench.BODY_LIMIT + 10]);

        assertThat(Problem.of(call(request)).stays().status()).isEqualTo(413);
        assertRan(request, 0);
        assertThat(call(request.text("small enough")).status()).isEqualTo(201);
    }

    @Test
    @DisplayName("R33: a handler that reads nothing of the body changes nothing, and the connection goes on")
    void unread() {
        Request request = Request.post("/ignores").bytes(random(300_000));
        try (Connection connection = connect()) {
            Seen first = connection.call(request);
            assertReplays(first, connection.call(request));
            assertThat(connection.call(Request.post("/echo")).status()).isEqualTo(201);
        }
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R33, T12: a form is read as parameters, and replayed")
    void form() {
        Request request = Request.post("/form")
                .type("application/x-www-form-urlencoded")
                .bytes("b=two+words&a=1%262&a=3".getBytes(StandardCharsets.UTF_8));

        Seen first = call(request);

        assertThat(first.text()).endsWith(": a=1&2\na=3\nb=two words\n");
        assertReplays(first, call(request));
        assertThat(Problem.of(call(request.bytes("a=1".getBytes(StandardCharsets.UTF_8))))
                        .status())
                .isEqualTo(422);
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R33, T12: a multipart upload is read as parts, and replayed")
    void multipart() {
        String file = "x".repeat(200_000);
        Request request = Request.post("/upload")
                .type("multipart/form-data; boundary=kit-boundary")
                .bytes(("--kit-boundary\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA title\r\n"
                                + "--kit-boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                                + "Content-Type: text/plain\r\n\r\n" + file + "\r\n--kit-boundary--\r\n")
                        .getBytes(StandardCharsets.UTF_8));

        Seen first = call(request);

        assertThat(first.text()).endsWith(": title 7\nfile 200000\n");
        assertReplays(first, call(request));
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R33: a slow client, whose request comes byte by byte, is a client like any other")
    void slowClient() {
        Request request = Request.post("/echo").text("slowly");
        try (Connection connection = connect()) {
            for (byte one : request.head()) {
                connection.send(new byte[] {one});
            }
            for (byte one : request.body()) {
                connection.send(new byte[] {one});
            }
            Seen first = connection.read();

            assertThat(first.text()).endsWith(": slowly");
            assertReplays(first, call(request));
        }
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R33: a client that asks before it sends its body is let go on")
    void expectContinue() {
        Request request = Request.post("/echo").header("Expect", "100-continue").text("after a nod");
        try (Connection connection = connect()) {
            connection.send(request);

            assertThat(connection.read().text()).endsWith(": after a nod");
        }
    }

    private static byte[] tail(Seen answer, int size) {
        byte[] all = answer.body();
        return Arrays.copyOfRange(all, all.length - size, all.length);
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
