// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("A request that is good, and odd")
class OddRequestsTest {

    /** More than is kept of an answer. */
    private static final int LARGE = 3 << 20;

    private final String key = KeyMaker.uuidV7().next();
    private final RawUpstream upstream = new RawUpstream((request, out) -> {
        boolean isOpen = request.contains("X-Chunks: ");
        String piece = "x".repeat(LARGE);
        String chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(LARGE) + "\r\n"
                + piece + "\r\n0\r\n\r\n";
        RawUpstream.say(out, isOpen ? chunks : RawUpstream.ok("done"));
    });
    private final Service gateway = Configured.open("store: {type: memory}\n"
            + Configured.routes(upstream.uri(), "30s")
                    .replace("  - path: /**", "  - {path: /refunds/, operation: refunds}\n  - path: /**"));

    @AfterEach
    void close() throws IOException {
        gateway.close();
        upstream.close();
    }

    private String post(String path, String version, String headers) {
        return "POST " + path + " HTTP/" + version + "\r\nHost: x\r\nContent-Length: 3\r\nIdempotency-Key: " + key
                + "\r\n" + headers + "\r\n100";
    }

    private RawClient.Heard ask(String request) throws IOException {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            return client.say(request).hear();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/charges", "/open"})
    @DisplayName("of HTTP/1.0 that expects 100 Continue gets its answer alone: there is no 100 in HTTP/1.0")
    void expecting(String path) throws IOException {
        assertThat(ask(post(path, "1.0", "Expect: 100-continue\r\n")).status()).isEqualTo(200);
        assertThat(ask(post(path, "1.1", "Expect: 100-continue\r\n")).status()).isEqualTo(100);
    }

    @Test
    @DisplayName("that calls its key the connection's own still brings it to the upstream, as each retry does")
    void keyOfConnection() throws IOException {
        ask(post("/charges", "1.1", "X-Hop: a\r\nConnection: Idempotency-Key, X-Hop\r\n"));

        assertThat(upstream.asked().get(0)).contains(key).doesNotContain("X-Hop");
    }

    @Test
    @DisplayName("with a backslash in its query passes, as browsers send it")
    void backslashInQuery() throws IOException {
        assertThat(ask(post("/open?a=b\\c", "1.1", "")).status()).isEqualTo(200);
        assertThat(upstream.asked().get(0)).startsWith("POST /open?a=b\\c ");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "/charges/",
        "/charges//",
        "//charges/.",
        "/ch%61rges/",
        "/charges;a=b/",
        "/refunds",
        "/refunds/",
        "/refunds;a=b"
    })
    @DisplayName("T13: runs once with a slash at the end of its path and without, wherever its route has one:")
    void slashAtEnd(String path) throws IOException {
        assertThat(ask(post(path, "1.1", "")).status()).isEqualTo(200);
        assertThat(ask(post(path, "1.1", "")).head()).contains("Idempotent-Replayed: true");
        assertThat(upstream.asked()).hasSize(1);
        assertThat(upstream.asked().get(0)).startsWith("POST " + path + " ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/charges", "/open"})
    @DisplayName(
            "of HTTP/1.0 that would keep its connection gets the end of that, where nothing else says how long its answer is:")
    void openEnd(String path) throws IOException {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            String heard = client.say(post(path, "1.0", "Connection: keep-alive\r\nX-Chunks: yes\r\n"))
                    .hearsAll();

            assertThat(heard).startsWith("HTTP/1.0 200 ").endsWith("\r\n\r\n" + "x".repeat(LARGE));
            assertThat(heard.substring(0, heard.indexOf("\r\n\r\n"))).doesNotContainIgnoringCase("keep-alive");
        }
    }
}
