// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("R16: A doubt that the upstream is asked about")
class UpstreamQuestionTest {

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String key = KeyMaker.uuidV7().next();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private final List<String> questions = new CopyOnWriteArrayList<>();
    private volatile Consumer<HttpServerRequest> answer =
            request -> request.response().end();
    private volatile Consumer<HttpServerRequest> charge =
            request -> request.connection().close();
    private Service gateway;

    @BeforeEach
    void open() throws IOException {
        upstream.does(request -> {
            if (HttpMethod.GET.equals(request.method())) {
                questions.add(request.uri());
                answer.accept(request);
            } else {
                charge.accept(request);
            }
        });
        Path file = folder.resolve("semel.yaml");
        Files.writeString(file, """
                listen: 127.0.0.1:0
                admin: off
                tenant: {constant: all}
                store: {type: memory}
                upstreams: {payments: {server: "%s"}}
                routes:
                  - path: /charges
                    operation: charges.create
                    in-doubt:
                      ask: /charges/by-key?key={key}
                      status: 201
                      headers: {Authorization: "Bearer ${TOKEN}"}
                """.formatted(upstream.uri()));
        gateway = Service.open(ConfigurationFile.read(file, Map.of("TOKEN", "t0ken")));
    }

    @AfterEach
    void close() {
        gateway.close();
        upstream.close();
    }

    private HttpResponse<String> charge() throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + gateway.address().getPort() + "/charges");
        return client.send(
                HttpRequest.newBuilder(uri)
                        .header("Idempotency-Key", key)
                        .POST(HttpRequest.BodyPublishers.ofString("100"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private long charges() {
        return upstream.asked().stream()
                .filter(asked -> asked.body().equals("100"))
                .count();
    }

    @Test
    @DisplayName("did happen: every retry gets what the upstream says, and nothing runs again")
    void happened() throws Exception {
        assertThat(charge().statusCode()).isEqualTo(502);
        answer = request -> request.response()
                .putHeader("Content-Type", "application/json")
                .putHeader("Set-Cookie", "a=b")
                .end("{\"id\":7}");

        HttpResponse<String> found = charge();
        HttpResponse<String> again = charge();

        assertThat(List.of(found, again)).allSatisfy(replay -> {
            assertThat(replay.statusCode()).isEqualTo(201);
            assertThat(replay.body()).isEqualTo("{\"id\":7}");
            assertThat(replay.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
            assertThat(replay.headers().firstValue("Set-Cookie")).isEmpty();
        });
        assertThat(charges()).isEqualTo(1);
        String sent = upstream.asked().get(0).headers().get("Idempotency-Key");
        assertThat(questions).containsExactly("/charges/by-key?key=" + sent);
        assertThat(upstream.asked().get(1).headers()).containsEntry("Authorization", "Bearer t0ken");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {404, 410})
    @DisplayName("did not happen: the retry runs, as the next attempt and with the same key")
    void didNot(int status) throws Exception {
        charge();
        answer = request -> request.response().setStatusCode(status).end();
        charge = request -> request.response().setStatusCode(201).end("charged");

        HttpResponse<String> retry = charge();

        assertThat(retry.body()).isEqualTo("charged");
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(upstream.asked())
                .filteredOn(asked -> asked.body().equals("100"))
                .extracting(asked -> asked.headers().get("Semel-Attempt"))
                .containsExactly("1", "2");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {202, 302, 401, 500, 503})
    @DisplayName("is still open after any other answer: nothing runs, and the next retry asks again")
    void open(int status) throws Exception {
        charge();
        answer = request -> request.response().setStatusCode(status).end("not now");
        HttpResponse<String> refused = charge();
        answer = request -> request.response().end("charged before");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(charge().body()).isEqualTo("charged before");
        assertThat(charges()).isEqualTo(1);
    }

    @Test
    @DisplayName("is still open when the question itself breaks off")
    void brokenQuestion() throws Exception {
        charge();
        answer = request -> request.connection().close();
        assertThat(charge().statusCode()).isEqualTo(409);
        assertThat(charges()).isEqualTo(1);
    }
}
