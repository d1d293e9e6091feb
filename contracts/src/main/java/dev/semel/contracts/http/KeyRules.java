// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 2 to 2.2 and 2.7 of the draft: which requests carry a key, and what is one. */
abstract class KeyRules extends HttpRules {

    @Test
    @DisplayName("R34 (2.1): a quoted key and the bare one are the same key")
    void quotedAndBare() {
        Request bare = Request.post("/echo");
        Seen first = call(bare);

        assertReplays(first, call(bare.key("\"" + bare.key() + "\"")));
        assertRan(bare, 1);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "\"\"",
                "\"unterminated-0123456789-0123456789",
                "two-keys-0123456789-0123456789-a, two-keys-0123456789-0123456789-b",
                "\"quoted-0123456789-0123456789-abcd\", \"quoted-0123456789-0123456789-efgh\"",
                "inner\"quote-0123456789-0123456789-ab",
                "short",
                "undefined",
                "00000000-0000-0000-0000-000000000000",
                "blank inside 0123456789 0123456789 abcdef"
            })
    @DisplayName("R24, R34 (2.1): what is no key is refused with 400 and a sentence, and nothing runs:")
    void noKey(String value) {
        Request request = Request.post("/echo").key(value);
        int before = stage().runs();

        Problem problem = Problem.of(call(request));

        assertThat(problem.status()).isEqualTo(400);
        assertThat(problem.seen().header("Retry-After")).isEmpty();
        assertThat(stage().runs()).isEqualTo(before);
    }

    @Test
    @DisplayName("R34 (2.1): an empty header is refused with 400")
    void emptyHeader() {
        assertThat(Problem.of(call(Request.post("/echo").key(""))).status()).isEqualTo(400);
    }

    @Test
    @DisplayName("R34 (2.1): two header lines are refused with 400, also when they say the same")
    void twoLines() {
        Request request = Request.post("/echo");

        Problem problem = Problem.of(call(request.header("Idempotency-Key", request.key())));

        assertThat(problem.status()).isEqualTo(400);
        assertRan(request, 0);
    }

    @Test
    @DisplayName("R24: a key of 255 characters is taken, and one of 256 is not")
    void longKeys() {
        String longest = (Request.newKey() + Request.newKey()).repeat(4).substring(0, 255);

        assertThat(call(Request.post("/echo").key(longest)).status()).isEqualTo(201);
        assertThat(Problem.of(call(Request.post("/echo").key(longest + "x"))).status())
                .isEqualTo(400);
    }

    @Test
    @DisplayName("R34 (2.7): a required key that is missing is 400, with a link to the documentation; nothing runs")
    void requiredAndMissing() {
        int before = stage().runs();

        Problem problem = Problem.of(call(Request.post("/echo").withoutKey()));

        assertThat(problem.status()).isEqualTo(400);
        assertThat(problem.seen().header("Link"))
                .hasValueSatisfying(link -> assertThat(link).contains("rel=\"describedby\""));
        assertThat(stage().runs()).isEqualTo(before);
    }

    @Test
    @DisplayName("R33: without a key, where none is required, every request runs")
    void optionalAndMissing() {
        Request request = Request.post("/optional").withoutKey();

        Seen first = call(request);
        Seen second = call(request);

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.isReplay()).isFalse();
        assertThat(second.text()).isNotEqualTo(first.text());
    }

    @Test
    @DisplayName("R33: with a key, where none is required, it runs once")
    void optionalAndPresent() {
        assertRunsOnce(Request.post("/optional"));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS"})
    @DisplayName("R33: safe methods, and others that are not protected, pass untouched, even with a key:")
    void otherMethods(String method) {
        Request request = Request.of(method, "/echo").key(Request.newKey());

        Seen first = call(request);
        Seen second = call(request);

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.isReplay()).isFalse();
        assertRan(request, 2);
    }

    @Test
    @DisplayName("R33: PATCH is protected like POST")
    void patch() {
        assertRunsOnce(Request.post("/echo").method("PATCH"));
    }

    @Test
    @DisplayName("R23: the same key of two tenants is two keys")
    void twoTenants() {
        Request mine = Request.post("/echo");
        Request theirs = mine.tenant("somebody-else");

        Seen first = call(mine);
        Seen other = call(theirs);

        assertThat(other.isReplay()).isFalse();
        assertThat(other.text()).isNotEqualTo(first.text());
        assertReplays(other, call(theirs));
        assertReplays(first, call(mine));
    }

    @Test
    @DisplayName("R23: the same key of two operations is two keys")
    void twoOperations() {
        Request echo = Request.post("/echo");
        Request optional = echo.target("/optional");

        Seen first = call(echo);
        Seen other = call(optional);

        assertThat(other.status()).isEqualTo(201);
        assertThat(other.isReplay()).isFalse();
        assertReplays(first, call(echo));
    }

    @Test
    @DisplayName("R33: where the key is a member of the body, it means what one in the header does")
    void memberOfTheBody() {
        String key = Request.newKey();
        Request request = Request.of("POST", "/member")
                .type("application/json")
                .bytes(("{\"idempotency_key\":\"" + key + "\"}").getBytes(StandardCharsets.UTF_8));
        Seen first = call(request);

        assertThat(first.status()).isEqualTo(201);
        assertReplays(first, call(request));
        assertThat(Problem.of(call(request.bytes("{}".getBytes(StandardCharsets.UTF_8))))
                        .stays()
                        .status())
                .isEqualTo(400);
    }

    @Test
    @DisplayName("R23: a key whose owner is unknown is refused, and nothing runs")
    void noTenant() {
        Request request = Request.post("/echo").tenant(" ");

        assertThat(Problem.of(call(request)).status()).isEqualTo(400);
        assertRan(request, 0);
    }
}
