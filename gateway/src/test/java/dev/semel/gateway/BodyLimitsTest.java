// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.key.KeyMaker;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("A route's limit of bodies")
class BodyLimitsTest {

    private static final int LIMIT = 1500;
    private static final String ROUTES = """
            upstreams:
              behind:
                server: %s
            routes:
              - path: /charges
                operation: charges.create
                in-doubt: rerun
                body-limit: 1500
              - path: /either
                operation: either.create
                in-doubt: rerun
                key: optional
                body-limit: 1500
              - path: /passing
                body-limit: 1500
              - path: /large
                operation: large.create
                in-doubt: rerun
              - path: /**
            """;

    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private Service gateway;

    @AfterEach
    void close() {
        if (gateway != null) {
            gateway.close();
        }
        upstream.close();
    }

    private URI open(String limits) {
        gateway = Configured.open("store: {type: memory}\n" + limits + ROUTES.formatted(upstream.uri()));
        return Configured.uri(gateway);
    }

    private static String head(String path, String key) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\n" + (key.isEmpty() ? "" : "Idempotency-Key: " + key + "\r\n");
    }

    private static String request(String path, boolean withKey, boolean chunked, int bytes) {
        String head = head(path, withKey ? KeyMaker.uuidV7().next() : "");
        String body = "x".repeat(bytes);
        return chunked
                ? head + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(bytes) + "\r\n" + body
                        + "\r\n0\r\n\r\n"
                : head + "Content-Length: " + bytes + "\r\n\r\n" + body;
    }

    @ParameterizedTest(name = "{0}, with a key: {1}, in chunks: {2}")
    @DisplayName(
            "beyond it 413 and the end of the connection, and the upstream is asked for nothing; up to it all is well:")
    @CsvSource({
        "/charges, true,  false",
        "/charges, true,  true",
        "/either,  true,  true",
        "/either,  false, false",
        "/either,  false, true",
        "/passing, false, false",
        "/passing, false, true",
        "/passing, true,  true",
    })
    void beyond(String path, boolean withKey, boolean chunked) throws IOException {
        try (RawClient large = new RawClient(open(""));
                RawClient good = new RawClient(Configured.uri(gateway))) {
            RawClient.Heard refused =
                    large.say(request(path, withKey, chunked, LIMIT + 1)).hear();
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.body()).contains("\"code\":\"body-too-large\"");
            assertThat(large.hearsTheEnd()).isTrue();
            assertThat(upstream.asked()).isEmpty();

            assertThat(good.say(request(path, withKey, chunked, LIMIT)).hear().body())
                    .isEqualTo("done");
            assertThat(upstream.asked().get(0).body()).hasSize(LIMIT);
        }
    }

    @ParameterizedTest
    @DisplayName("a client that goes on sending hears why all the same:")
    @ValueSource(strings = {"/charges", "/passing"})
    void goesOn(String path) throws IOException {
        try (RawClient client = new RawClient(open(""))) {
            assertThat(client.say(request(path, true, true, 5_000_000)).hear().status())
                    .isEqualTo(413);
        }
    }

    @Test
    @DisplayName("a length that is announced is refused before the body is there")
    void announced() throws IOException {
        try (RawClient client = new RawClient(open(""))) {
            client.say(head("/charges", KeyMaker.uuidV7().next()) + "Content-Length: 999999999999\r\n\r\n");
            assertThat(client.hear().status()).isEqualTo(413);
        }
    }

    @ParameterizedTest
    @DisplayName("over HTTP/2 413 for the request, and the connection goes on:")
    @ValueSource(strings = {"/charges", "/passing"})
    void http2(String path) throws Exception {
        URI uri = open("").resolve(path);
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        // The first request asks for the change from HTTP/1.1.
        client.send(HttpRequest.newBuilder(uri.resolve("/other")).build(), HttpResponse.BodyHandlers.discarding());
        upstream.asked().clear();

        HttpResponse<String> announced = client.send(
                HttpRequest.newBuilder(uri)
                        .header("Idempotency-Key", KeyMaker.uuidV7().next())
                        .POST(HttpRequest.BodyPublishers.ofString("x".repeat(LIMIT + 1)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        HttpResponse<String> counted = send(client, uri, 100_000);

        assertThat(announced.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(announced.statusCode()).isEqualTo(413);
        assertThat(counted.statusCode()).isEqualTo(413);
        assertThat(counted.body()).contains("\"code\":\"body-too-large\"");
        assertThat(upstream.asked()).isEmpty();
        assertThat(send(client, uri, LIMIT).body()).isEqualTo("done");
    }

    /** Without saying how much. */
    private static HttpResponse<String> send(HttpClient client, URI uri, int bytes)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri)
                        .header("Idempotency-Key", KeyMaker.uuidV7().next())
                        .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[bytes])))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName("other routes have that of all, and without one as much passes as comes")
    void others() throws IOException {
        try (RawClient free = new RawClient(open(""))) {
            assertThat(free.say(request("/other", false, true, 100_000)).hear().status())
                    .isEqualTo(200);
            assertThat(free.say(request("/large", true, true, 100_000)).hear().status())
                    .isEqualTo(200);
        }
        gateway.close();
        upstream.asked().clear();
        URI bounded = open("limits: {body-bytes: 5000}\n");
        for (String path : new String[] {"/other", "/large"}) {
            for (boolean chunked : new boolean[] {true, false}) {
                try (RawClient client = new RawClient(bounded)) {
                    assertThat(client.say(request(path, path.equals("/large"), chunked, 5001))
                                    .hear()
                                    .status())
                            .isEqualTo(413);
                }
            }
        }
        assertThat(upstream.asked()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("what cannot be is refused with its line:")
    @CsvSource(delimiter = '|', textBlock = """
            body-limit: 1501 | 14: body-limit cannot be 1501: it is more than limits.body-bytes
            body-limit: -1   | 14: body-limit cannot be -1: a number is expected
            body-limit: 1 MB | 14: body-limit cannot be 1 MB: a number is expected
            """)
    void wrong(String setting, String refusal) {
        String text = "store: {type: memory}\nlimits: {body-bytes: 1500}\n"
                + ROUTES.formatted(upstream.uri()).replaceFirst("body-limit: 1500", setting);
        assertThatThrownBy(() -> ConfigurationFile.read(Configured.file(text), Map.of()))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining(".yaml:" + refusal);
    }
}
