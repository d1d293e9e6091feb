// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

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

    private void assertMismatch(Request request) {
        Problem problem = Problem.of(call(request)).stays();

        assertThat(problem.status()).isEqualTo(422);
    }
}
