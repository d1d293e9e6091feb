// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import dev.semel.servers.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("An upstream of several servers")
class UpstreamServersTest {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ScriptedUpstream one = new ScriptedUpstream();
    private final ScriptedUpstream other = new ScriptedUpstream();
    private volatile boolean oneIsWell = true;
    private Service gateway = null;

    UpstreamServersTest() {
        one.does(request -> {
            boolean asked = "/health".equals(request.path());
            request.response().setStatusCode(asked && !oneIsWell ? 500 : 200).end("one");
        });
        other.does(request -> request.response().end("other"));
    }

    @AfterEach
    void close() {
        if (gateway != null) {
            gateway.close();
        }
        one.close();
        other.close();
    }

    private void open(URI first, URI second, String health) throws IOException {
        gateway = Service.open(read(first, second, health));
    }

    private Configuration read(URI first, URI second, String health) throws IOException {
        Path file = folder.resolve("semel.yaml");
        Files.writeString(file, """
                listen: 127.0.0.1:0
                admin: off
                tenant: {constant: all}
                store: {type: memory}
                upstreams:
                  payments:
                    servers: [%s, %s]
                    %s
                routes:
                  - {path: /charges, operation: charges.create, in-doubt: hold}
                """.formatted(first, second, health));
        return ConfigurationFile.read(file, Map.of());
    }

    /** Each under a key of its own, so that each runs. */
    private HttpResponse<String> charge() throws IOException, InterruptedException {
        return charge("/charges");
    }

    private HttpResponse<String> charge(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + gateway.address().getPort() + path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .header("Idempotency-Key", keys.next())
                        .POST(HttpRequest.BodyPublishers.ofString("100"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Set<String> whoAnswers() throws IOException, InterruptedException {
        return whoAnswers("/charges");
    }

    private Set<String> whoAnswers(String path) throws IOException, InterruptedException {
        Set<String> answers = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            answers.add(charge(path).body());
        }
        return answers;
    }

    private Set<String> whoAnswersAtLast(Set<String> expected) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(LONG_ENOUGH);
        Set<String> answers = whoAnswers();
        while (!answers.equals(expected) && Instant.now().isBefore(end)) {
            answers = whoAnswers();
        }
        return answers;
    }

    private static URI nobody() {
        return URI.create("http://127.0.0.1:" + Ports.free());
    }

    @Test
    @DisplayName("takes requests in turn")
    void inTurn() throws Exception {
        open(one.uri(), other.uri(), "");
        assertThat(whoAnswers()).isEqualTo(Set.of("one", "other"));
    }

    @Test
    @DisplayName("R15: a server that takes no connection got nothing, so that another one gets the request at once")
    void refusing() throws Exception {
        open(nobody(), other.uri(), "");
        assertThat(whoAnswers()).isEqualTo(Set.of("other"));
    }

    @Test
    @DisplayName("R15: no server that takes a connection: released, 503 and Retry-After")
    void noneAtAll() throws Exception {
        open(nobody(), nobody(), "");
        HttpResponse<String> refused = charge();
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("\"code\":\"upstream-unreachable\"");
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    }

    @Test
    @DisplayName("gives no requests to a server that fails its health checks, until it is well again")
    void unwell() throws Exception {
        oneIsWell = false;
        open(one.uri(), other.uri(), "health: {path: /health, every: 250ms, timeout: 250ms}");
        assertThat(whoAnswersAtLast(Set.of("other"))).isEqualTo(Set.of("other"));

        oneIsWell = true;
        assertThat(whoAnswersAtLast(Set.of("one", "other"))).isEqualTo(Set.of("one", "other"));
    }

    @Test
    @DisplayName("is asked all the same when no server is well: the health check may be what is broken")
    void noneWell() throws Exception {
        oneIsWell = false;
        open(one.uri(), one.uri(), "health: {path: /health, every: 250ms, timeout: 250ms}");
        Instant end = Instant.now().plus(LONG_ENOUGH);
        while (one.asked().size() < 6 && Instant.now().isBefore(end)) {
            Thread.onSpinWait();
        }
        assertThat(whoAnswers()).isEqualTo(Set.of("one"));
    }

    @Test
    @DisplayName("gives requests to a server that failed its health checks, once a reload has removed these")
    void uncheckedServer() throws Exception {
        oneIsWell = false;
        open(one.uri(), other.uri(), "health: {path: /health, every: 250ms, timeout: 250ms}");
        assertThat(whoAnswersAtLast(Set.of("other"))).isEqualTo(Set.of("other"));

        gateway.reload(read(one.uri(), other.uri(), ""));
        assertThat(whoAnswers()).isEqualTo(Set.of("one", "other"));
    }

    @Test
    @DisplayName("remembers over a reload that changes its checks which servers failed them")
    void otherChecks() throws Exception {
        oneIsWell = false;
        open(one.uri(), other.uri(), "health: {path: /health, every: 250ms, timeout: 250ms}");
        assertThat(whoAnswersAtLast(Set.of("other"))).isEqualTo(Set.of("other"));

        gateway.reload(read(one.uri(), other.uri(), "health: {path: /health, every: 60s, timeout: 10s}"));
        assertThat(whoAnswers()).isEqualTo(Set.of("other"));
    }

    @Test
    @DisplayName("goes by its own health checks, whatever those of another upstream with the same servers say")
    void twoOpinions() throws Exception {
        oneIsWell = false;
        gateway = Configured.open("""
                store: {type: memory}
                upstreams:
                  strict: {servers: &both [%s, %s], health: {path: /health, every: 250ms, timeout: 250ms}}
                  easy: {servers: *both, health: {path: /alive, every: 250ms, timeout: 250ms}}
                routes:
                  - {path: /charges, upstream: strict}
                  - {path: /refunds, upstream: easy}
                """.formatted(one.uri(), other.uri()));

        assertThat(whoAnswersAtLast(Set.of("other"))).isEqualTo(Set.of("other"));
        assertThat(whoAnswers("/refunds")).isEqualTo(Set.of("one", "other"));
    }
}
