// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sections 2.4 and 2.7 of the draft: the key was used for another request. */
abstract class MismatchRules extends HttpRules {

    @Test
    @DisplayName("R6, R34 (2.7): a key that comes with another body is 422, and disturbs nothing")
    void otherBody() {
        Request request = Request.post("/echo");
        Seen first = call(request);

        assertMismatch(request.text("amount=101"));

        assertReplays(first, call(request));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26, T13: another path of the same operation is another request")
    void otherPath() {
        Request request = Request.post("/echo/one");
        call(request);

        assertMismatch(request.target("/echo/two"));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26, T13: another query is another request")
    void otherQuery() {
        Request request = Request.post("/echo?currency=EUR");
        call(request);

        assertMismatch(request.target("/echo?currency=USD"));
        assertMismatch(request.target("/echo"));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26: another method is another request")
    void otherMethod() {
        Request request = Request.post("/echo");
        call(request);

        assertMismatch(request.method("PATCH"));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26: another media type is another request; its parameters' case and spacing are not")
    void otherMediaType() {
        Request request = Request.post("/echo").type("application/json");
        Seen first = call(request);

        assertMismatch(request.type("application/xml"));
        assertReplays(first, call(request.type("Application/JSON")));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26, T13: the last of two million bytes counts")
    void lastByte() {
        byte[] body = new byte[2 << 20];
        Request request = Request.post("/ignores").bytes(body);
        Seen first = call(request);
        byte[] other = body.clone();
        other[other.length - 1] = 1;

        assertMismatch(request.bytes(other));
        assertReplays(first, call(request));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26: one byte more, or one less, is another request")
    void otherLength() {
        Request request = Request.post("/echo").bytes(new byte[1000]);
        call(request);

        assertMismatch(request.bytes(new byte[1001]));
        assertMismatch(request.bytes(new byte[999]));
        assertMismatch(request.bytes(new byte[0]));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R6, R26, T13: while the first attempt runs, another payload is 422 and not 409")
    void inFlight() {
        Request request = Request.post("/slow");
        try (Connection first = connect()) {
            first.send(request);
            stage().awaitRun(request.key());

            assertMismatch(request.text("another payload"));

            stage().open(request.key());
            assertThat(first.read().status()).isEqualTo(200);
        }
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26: credentials, dates, traces and what proxies add are no part of the request's meaning")
    void otherHeaders() {
        Request request =
                Request.post("/echo").header("Authorization", "Bearer one").header("traceparent", "00-1-1-00");
        Seen first = call(request);
        Request later = Request.post("/echo")
                .key(request.key())
                .header("Authorization", "Bearer two")
                .header("Date", "Tue, 01 Jul 2025 08:00:00 GMT")
                .header("traceparent", "00-2-2-00")
                .header("Signature", "sig1=:AAAA:")
                .header("Via", "1.1 proxy")
                .header("User-Agent", "another");

        assertReplays(first, call(later));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26: the boundary of an upload is no part of its meaning, and its parts are")
    void boundary() {
        Request request = upload(Request.post("/upload"), "one", "A title");
        Seen first = call(request);

        assertReplays(first, call(upload(request, "=_another.boundary", "A title")));
        assertMismatch(upload(request, "one", "B title"));
        assertMismatch(upload(request, "=_another.boundary", "B title"));
        assertRan(request, 1);
    }

    private static Request upload(Request request, String boundary, String title) {
        String part = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n" + title;
        return request.type("multipart/form-data; boundary=\"" + boundary + "\"")
                .bytes((part + "\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("R26: a body that is not what its Content-Digest announces is 400, and nothing runs")
    void contentDigest() throws NoSuchAlgorithmException {
        Request request = Request.post("/echo");
        byte[] sha = MessageDigest.getInstance("SHA-256").digest(request.body());
        String digest = "sha-256=:" + Base64.getEncoder().encodeToString(sha) + ":";
        Request damaged = request.text("damaged").header("Content-Digest", digest);

        assertThat(Problem.of(call(damaged)).stays().status()).isEqualTo(400);
        assertRan(request, 0);
        assertReplays(call(request.header("Content-Digest", digest)), call(request));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26: of canonical JSON the order of members does not count, and every digit of a number does")
    void canonicalJson() {
        Request request = json("/canonical", "{\"amount\":9007199254740993,\"currency\":\"EUR\"}");
        Seen first = call(request);

        assertReplays(first, call(json(request, "{ \"currency\": \"\\u0045UR\",\n \"amount\": 9007199254740993 }")));
        assertMismatch(json(request, "{\"amount\":9007199254740992,\"currency\":\"EUR\"}"));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R26: of a business signature only the chosen members count")
    void signature() {
        Request request = json("/signature", "{\"amount\":1,\"currency\":\"EUR\",\"sent\":\"08:00\"}");
        Seen first = call(request);

        assertReplays(first, call(json(request, "{\"sent\":\"08:01\",\"amount\":1,\"currency\":\"EUR\"}")));
        assertMismatch(json(request, "{\"amount\":1,\"currency\":\"USD\",\"sent\":\"08:00\"}"));
        assertRan(request, 1);
    }

    private static Request json(String target, String text) {
        return json(Request.post(target), text);
    }

    private static Request json(Request request, String text) {
        return request.type("application/json").bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private void assertMismatch(Request request) {
        Problem problem = Problem.of(call(request)).stays();

        assertThat(problem.status()).isEqualTo(422);
    }
}
