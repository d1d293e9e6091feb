// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import io.vertx.core.http.HttpServerRequest;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("Over HTTP/2 the gateway")
class Http2Test {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private final Service gateway = Configured.inFrontOf(upstream.uri(), "{type: memory}");

    /** The first request asks for the change from HTTP/1.1; from then on the connection is HTTP/2. */
    @BeforeEach
    void change() throws Exception {
        assertThat(send("/first", "").version()).isEqualTo(HttpClient.Version.HTTP_2);
        upstream.asked().clear();
    }

    @AfterEach
    void close() {
        gateway.close();
        upstream.close();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(Configured.uri(gateway).resolve(path));
    }

    private HttpResponse<String> send(String path, String body) throws Exception {
        return client.send(
                to(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> charge(String key, String body) throws Exception {
        return client.send(
                to("/charges")
                        .header("Idempotency-Key", key)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName("R6: lets a protected request run once, with a large body, too, and replays its answer")
    void runsOnce() throws Exception {
        String key = KeyMaker.uuidV7().next();
        String large = "x".repeat(3_000_000);
        upstream.does(request -> request.response().setStatusCode(201).end("charged"));

        HttpResponse<String> first = charge(key, large);
        HttpResponse<String> replay = charge(key, large);
        HttpResponse<String> other = charge(key, "another");

        assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(first.body()).isEqualTo("charged");
        assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(replay.body()).isEqualTo("charged");
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(upstream.asked()).hasSize(1);
        assertThat(upstream.asked().get(0).body()).isEqualTo(large);
    }

    @Test
    @DisplayName("passes large bodies in both directions")
    void large() throws Exception {
        upstream.does(request -> request.response().end("y".repeat(5_000_000)));
        assertThat(send("/plain", "x".repeat(5_000_000)).body()).hasSize(5_000_000);
        assertThat(upstream.asked().get(0).body()).hasSize(5_000_000);
    }

    @Test
    @DisplayName("passes an answer piece by piece, as it comes")
    void streams() throws Exception {
        CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
        upstream.does(asked::complete);
        CompletableFuture<HttpResponse<InputStream>> answer =
                client.sendAsync(to("/plain").build(), HttpResponse.BodyHandlers.ofInputStream());
        HttpServerRequest request = asked.get(20, TimeUnit.SECONDS);
        request.response().setChunked(true).write("one");
        try (InputStream body = answer.get(20, TimeUnit.SECONDS).body()) {
            assertThat(body.readNBytes(3)).isEqualTo("one".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            request.response().end("two");
            assertThat(body.readAllBytes()).isEqualTo("two".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
    }
}
