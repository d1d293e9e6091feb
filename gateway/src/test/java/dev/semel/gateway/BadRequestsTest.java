// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Shapes that two parties may read differently: one request for the one, two for the other. After each shape the client asks
 * for {@code /next}, so that it is certain when everything has been answered that will be.
 */
@Tag("http")
@DisplayName("A request that can be read in two ways")
class BadRequestsTest {

    private static final String NEXT = "GET /next HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String HIDDEN = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
    private static RecordingUpstream upstream;
    private static Service gateway;

    @BeforeAll
    static void open() throws IOException {
        upstream = new RecordingUpstream();
        gateway = Configured.inFrontOf(upstream.uri(), "{type: memory}");
    }

    @AfterAll
    static void close() throws IOException {
        gateway.close();
        upstream.close();
    }

    @AfterEach
    void forget() {
        upstream.requests().clear();
        upstream.malformed().clear();
    }

    private enum Fate {
        /** It gets a status, and reaches nobody. */
        IS_REFUSED,
        /** It is one request, as it was meant; the next one is another. */
        PASSES,
        /** Its head was good: what has left of it is taken back, and is no request for the upstream. */
        IS_CUT_OFF
    }

    /** What is sent. */
    enum Shape {
        LENGTH_AND_CHUNKED(
                Fate.IS_REFUSED, post("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + HIDDEN)),
        CHUNKED_AND_LENGTH(
                Fate.IS_REFUSED,
                post("Transfer-Encoding: chunked\r\nContent-Length: " + (5 + HIDDEN.length()) + "\r\n", "0\r\n\r\n")),
        CHUNKED_TWICE(
                Fate.IS_REFUSED, post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        CHUNKED_AND_IDENTITY(
                Fate.IS_REFUSED, post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n")),
        IDENTITY_THEN_CHUNKED(Fate.IS_REFUSED, post("Transfer-Encoding: identity, chunked\r\n", "0\r\n\r\n")),
        CHUNKED_NOT_LAST(Fate.IS_REFUSED, post("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n")),
        UNKNOWN_ENCODING(Fate.IS_REFUSED, post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")),
        UNKNOWN_ENCODING_AND_LENGTH(
                Fate.IS_REFUSED, post("Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n", "0\r\n\r\n" + HIDDEN)),
        ENCODING_WITH_TAB(Fate.PASSES, post("Transfer-Encoding:\tchunked\r\n", "0\r\n\r\n")),
        ENCODING_WITH_VERTICAL_TAB(Fate.IS_REFUSED, post("Transfer-Encoding: \u000bchunked\r\n", "0\r\n\r\n")),
        ENCODING_IN_QUOTES(Fate.IS_REFUSED, post("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n")),
        ENCODING_SPACE_BEFORE_COLON(Fate.IS_REFUSED, post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n")),
        ENCODING_BEHIND_A_LINE_FEED(Fate.IS_REFUSED, post("X: y\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        ENCODING_OF_HTTP_1_0(
                Fate.IS_REFUSED, "POST /bad HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        LENGTH_TWICE_SAME(Fate.IS_REFUSED, post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello")),
        LENGTH_TWICE_DIFFERENT(Fate.IS_REFUSED, post("Content-Length: 5\r\nContent-Length: 0\r\n", "hello")),
        LENGTH_LIST_SAME(Fate.IS_REFUSED, post("Content-Length: 5, 5\r\n", "hello")),
        LENGTH_LIST_DIFFERENT(Fate.IS_REFUSED, post("Content-Length: 5, 6\r\n", "hello")),
        LENGTH_WITH_PLUS(Fate.IS_REFUSED, post("Content-Length: +5\r\n", "hello")),
        LENGTH_WITH_MINUS(Fate.IS_REFUSED, post("Content-Length: -5\r\n", "hello")),
        LENGTH_WITH_SPACE(Fate.IS_REFUSED, post("Content-Length: 5 0\r\n", "hello")),
        LENGTH_SPACE_BEFORE_COLON(Fate.IS_REFUSED, post("Content-Length : 5\r\n", "hello")),
        LENGTH_HEXADECIMAL(Fate.IS_REFUSED, post("Content-Length: 0x5\r\n", "hello")),
        LENGTH_EMPTY(Fate.IS_REFUSED, post("Content-Length: \r\n", "")),
        LENGTH_BEYOND_A_LONG(Fate.IS_REFUSED, post("Content-Length: 99999999999999999999\r\n", "hello")),
        CHUNK_EXTENSION(Fate.PASSES, post("Transfer-Encoding: chunked\r\n", "5;x=y\r\nhello\r\n0\r\n\r\n")),
        CHUNK_EXTENSION_WITH_LINE_FEED(
                Fate.IS_CUT_OFF, post("Transfer-Encoding: chunked\r\n", "5;x\nyy\r\nhello\r\n0\r\n\r\n" + HIDDEN)),
        CHUNK_SIZE_WITH_SIGN(Fate.IS_CUT_OFF, post("Transfer-Encoding: chunked\r\n", "+5\r\nhello\r\n0\r\n\r\n")),
        CHUNK_SIZE_HEXADECIMAL_PREFIX(
                Fate.IS_CUT_OFF, post("Transfer-Encoding: chunked\r\n", "0x5\r\nhello\r\n0\r\n\r\n")),
        CHUNK_SIZE_TOO_LARGE(
                Fate.IS_CUT_OFF, post("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n")),
        CHUNK_SIZE_NOTHING(Fate.IS_CUT_OFF, post("Transfer-Encoding: chunked\r\n", "\r\nhello\r\n0\r\n\r\n")),
        CHUNK_WITH_BARE_LINE_FEED(Fate.IS_CUT_OFF, post("Transfer-Encoding: chunked\r\n", "5\nhello\n0\n\n")),
        CHUNK_LONGER_THAN_SAID(Fate.IS_CUT_OFF, post("Transfer-Encoding: chunked\r\n", "5\r\nhelloXX\r\n0\r\n\r\n")),
        CHUNK_SHORTER_THAN_SAID(Fate.IS_CUT_OFF, post("Transfer-Encoding: chunked\r\n", "7\r\nhello\r\n0\r\n\r\n")),
        TRAILER_THAT_FRAMES(
                Fate.PASSES, post("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\nContent-Length: 50\r\n\r\n")),
        BARE_LINE_FEEDS(Fate.IS_REFUSED, "GET /bad HTTP/1.1\nHost: x\n\n"),
        BARE_CARRIAGE_RETURN(Fate.IS_REFUSED, "GET /bad HTTP/1.1\r\nHost: x\r\nX: a\rContent-Length: 50\r\n\r\n"),
        FOLDED_LINE(Fate.PASSES, "GET /bad HTTP/1.1\r\nHost: x\r\nX: a\r\n Content-Length: 50\r\n\r\n"),
        FOLDED_FIRST_LINE(Fate.IS_REFUSED, "GET /bad HTTP/1.1\r\n Host: x\r\n\r\n"),
        NO_COLON(Fate.IS_REFUSED, "GET /bad HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n"),
        EMPTY_NAME(Fate.IS_REFUSED, "GET /bad HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n"),
        NUL_IN_NAME(Fate.IS_REFUSED, "GET /bad HTTP/1.1\r\nHost: x\r\nX\0Y: a\r\n\r\n"),
        NUL_IN_VALUE(Fate.IS_REFUSED, "GET /bad HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n"),
        NO_HOST(Fate.IS_REFUSED, "GET /bad HTTP/1.1\r\nX: y\r\n\r\n"),
        HOST_TWICE(Fate.IS_REFUSED, "GET /bad HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),
        ABSOLUTE_TARGET(Fate.PASSES, "GET http://elsewhere/bad HTTP/1.1\r\nHost: x\r\n\r\n"),
        SPACE_IN_TARGET(Fate.IS_REFUSED, "GET /bad /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"),
        TAB_IN_TARGET(Fate.IS_REFUSED, "GET /bad\t/smuggled HTTP/1.1\r\nHost: x\r\n\r\n"),
        NUL_IN_TARGET(Fate.IS_REFUSED, "GET /bad\0 HTTP/1.1\r\nHost: x\r\n\r\n"),
        FRAGMENT_IN_TARGET(Fate.IS_REFUSED, "GET /bad#x HTTP/1.1\r\nHost: x\r\n\r\n"),
        FRAGMENT_BEHIND_A_QUERY(Fate.IS_REFUSED, "GET /bad?x#y HTTP/1.1\r\nHost: x\r\n\r\n"),
        FRAGMENT_IN_ABSOLUTE_TARGET(Fate.IS_REFUSED, "GET http://elsewhere/bad#x HTTP/1.1\r\nHost: x\r\n\r\n"),
        BACKSLASH_IN_PATH(Fate.IS_REFUSED, "GET /bad\\x HTTP/1.1\r\nHost: x\r\n\r\n"),
        NO_SLASH_IN_TARGET(Fate.IS_REFUSED, "GET bad HTTP/1.1\r\nHost: x\r\n\r\n"),
        AUTHORITY_TARGET(Fate.IS_REFUSED, "CONNECT elsewhere:80 HTTP/1.1\r\nHost: elsewhere:80\r\n\r\n"),
        VERSION_0_9(Fate.IS_REFUSED, "GET /bad\r\n"),
        VERSION_1_2(Fate.IS_REFUSED, "GET /bad HTTP/1.2\r\nHost: x\r\n\r\n"),
        VERSION_2_0(Fate.IS_REFUSED, "GET /bad HTTP/2.0\r\nHost: x\r\n\r\n"),
        VERSION_NONSENSE(Fate.IS_REFUSED, "GET /bad HTTP/x.y\r\nHost: x\r\n\r\n"),
        METHOD_WITH_BRACKET(Fate.IS_REFUSED, "G[T /bad HTTP/1.1\r\nHost: x\r\n\r\n"),
        LOWER_CASE_METHOD(Fate.PASSES, "get /bad HTTP/1.1\r\nHost: x\r\n\r\n"),
        NOT_HTTP(Fate.IS_REFUSED, "\u0016\u0003\u0001x\u0002\r\n\r\n");

        private final Fate fate;
        private final String bytes;

        Shape(Fate fate, String bytes) {
            this.fate = fate;
            this.bytes = bytes;
        }
    }

    private static String post(String framing, String body) {
        return "POST /bad HTTP/1.1\r\nHost: x\r\n" + framing + "\r\n" + body;
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("is refused with a status and the end of the connection, or reaches the upstream as one request:")
    void shape(Shape shape) throws IOException {
        List<RawClient.Heard> answers = new ArrayList<>();
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            client.say(shape.bytes + NEXT);
            RawClient.Heard heard = client.hear();
            while (heard.status() != 0 && !heard.body().equals("got /next")) {
                answers.add(heard);
                heard = client.hear();
            }
        }
        List<String> targets =
                upstream.requests().stream().map(RecordingUpstream.Seen::target).toList();
        assertThat(upstream.malformed()).isEmpty();
        switch (shape.fate) {
            case PASSES -> {
                assertThat(answers).extracting(RawClient.Heard::body).containsExactly("got /bad");
                assertThat(targets).containsExactly("/bad", "/next");
            }
            case IS_REFUSED -> {
                assertThat(answers).hasSize(1);
                assertThat(answers.get(0).status()).isBetween(400, 505);
                assertThat(targets).isEmpty();
            }
            default -> {
                assertThat(answers).isEmpty();
                assertThat(targets).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("R18: a body with broken chunks runs nothing where requests run once, either")
    void brokenBodies() throws IOException {
        for (Shape shape : Shape.values()) {
            if (shape.fate == Fate.IS_CUT_OFF) {
                String key = "Idempotency-Key: " + KeyMaker.uuidV7().next() + "\r\n";
                try (RawClient client = new RawClient(Configured.uri(gateway))) {
                    client.say(shape.bytes.replace("/bad HTTP/1.1\r\n", "/charges HTTP/1.1\r\n" + key) + NEXT);
                    assertThat(client.hear()).as(shape.name()).isEqualTo(RawClient.Heard.CLOSED);
                }
            }
        }
        assertThat(upstream.requests()).isEmpty();
        assertThat(upstream.malformed()).isEmpty();
    }
}
