// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import dev.semel.servers.Ports;
import dev.semel.servers.RedisProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("A gateway that loses its store or its upstream, and gets it back")
class OutageTest {

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    private final HttpClient client = HttpClient.newHttpClient();
    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private Service gateway;

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        if (gateway != null) {
            gateway.close();
        }
        upstream.close();
    }

    private HttpRequest charge(String key, String body) {
        return HttpRequest.newBuilder(Configured.uri(gateway).resolve("/charges"))
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private HttpResponse<String> send(String key) throws IOException, InterruptedException {
        return client.send(charge(key, "100"), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName(
            "R29: a Redis that is killed: 503 with Retry-After and nothing runs; back with its file, the gateway goes on by"
                    + " itself and replays what it had acknowledged")
    void redis() throws Exception {
        String[] durable = {"--appendonly", "yes", "--appendfsync", "always", "--dir", folder.toString()};
        RedisProcess server = RedisProcess.start(durable);
        try {
            gateway = Configured.inFrontOf(upstream.uri(), "{type: redis, url: '" + server.uri() + "'}");
            String before = acknowledged();
            server.kill();
            assertNothingRuns();
            server = RedisProcess.startOn(server.port(), durable);
            assertGoesOn(before);
        } finally {
            server.close();
        }
    }

    @Test
    @DisplayName(
            "R29: a PostgreSQL that is stopped at once: 503 with Retry-After and nothing runs; back, the gateway goes on by"
                    + " itself and replays what it had acknowledged")
    void postgresql() throws Exception {
        try (KillablePostgres server = new KillablePostgres(folder.resolve("data"))) {
            gateway = Configured.inFrontOf(
                    upstream.uri(), "{type: postgresql, url: '" + server.url() + "', user: postgres}");
            String before = acknowledged();
            server.stopAtOnce();
            assertNothingRuns();
            server.startAgain();
            assertGoesOn(before);
        }
    }

    private String acknowledged() throws Exception {
        String key = keys.next();
        upstream.does(request -> request.response().setStatusCode(201).end("charged " + key));
        assertThat(answered(key).body()).isEqualTo("charged " + key);
        return key;
    }

    private void assertNothingRuns() throws Exception {
        int before = upstream.asked().size();

        HttpResponse<String> refused = send(keys.next());

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body()).contains("\"code\":\"unavailable\"");
        assertThat(upstream.asked()).hasSize(before);
    }

    private void assertGoesOn(String before) throws Exception {
        upstream.does(request -> request.response().setStatusCode(201).end("charged anew"));
        assertThat(answered(keys.next()).body()).isEqualTo("charged anew");
        HttpResponse<String> replay = answered(before);
        assertThat(replay.body()).isEqualTo("charged " + before);
        assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
    }

    /** By a store that may be slow, and that comes back connection by connection: one that works says nothing of the next. */
    private HttpResponse<String> answered(String key) throws Exception {
        long start = System.nanoTime();
        HttpResponse<String> answer = send(key);
        // In progress, too: a claim that was answered with 503 may have landed late, until it is abandoned (R7).
        while (Set.of(409, 503).contains(answer.statusCode()) && System.nanoTime() - start < PATIENCE) {
            LockSupport.parkNanos(PAUSE);
            answer = send(key);
        }
        return answer;
    }

    @Test
    @DisplayName(
            "R15, R16: an upstream that is killed over a request leaves a doubt (502); while it is gone, keys are released"
                    + " (503); back, retries run as attempt 2, and are answered")
    void upstreamKilled() throws Exception {
        String doubtful = keys.next();
        String released = keys.next();
        CompletableFuture<HttpResponse<String>> broken;
        // None that the system gives to somebody else while nobody listens there.
        int port = Ports.free();
        try (UpstreamProcess process = new UpstreamProcess(port)) {
            gateway = Configured.inFrontOf(process.uri(), "{type: memory}");
            broken = client.sendAsync(charge(doubtful, "hang once"), HttpResponse.BodyHandlers.ofString());
            process.awaitAsked();
        }
        assertThat(broken.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(502);
        HttpResponse<String> gone = send(released);
        assertThat(gone.statusCode()).isEqualTo(503);
        assertThat(gone.headers().firstValue("Retry-After")).isPresent();
        try (UpstreamProcess process = new UpstreamProcess(port)) {
            assertThat(process.port()).isEqualTo(port);
            assertThat(send(released).body()).isEqualTo("attempt 2");
            assertThat(client.send(charge(doubtful, "hang once"), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("attempt 2");
        }
    }
}
