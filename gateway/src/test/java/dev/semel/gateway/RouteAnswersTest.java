// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("http")
@DisplayName("What a route says about its upstream's answers")
class RouteAnswersTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private final String key = KeyMaker.uuidV7().next();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private Service gateway;

    @AfterEach
    void close() {
        gateway.close();
        upstream.close();
    }

    private String configuration(String setting) {
        return """
                store: {type: memory}
                upstreams: {behind: {server: "%s"}}
                routes:
                  - path: /charges
                    operation: charges.create
                    %s
                """.formatted(upstream.uri(), setting);
    }

    private void open(String setting) {
        gateway = Configured.open(configuration(setting));
    }

    private HttpResponse<String> charge() throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(Configured.uri(gateway).resolve("/charges"))
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString("100"))
                        .build(),
                BodyHandlers.ofString());
    }

    @ParameterizedTest(name = "{0}, with {1}: the retry gets {2}, and the upstream was asked {3} times")
    @CsvSource(delimiter = '|', textBlock = """
            409 | outcomes: {500: doubt}                  | 409 | 1
            409 | outcomes: {409: release}                | 200 | 2
            500 | outcomes: {409: release}                | 500 | 1
            500 | 'outcomes: {500: doubt}\\n    in-doubt: hold'   | 409 | 1
            500 | 'outcomes: {500: doubt}\\n    in-doubt: rerun'  | 200 | 2
            500 | outcomes: {500: release}                | 200 | 2
            429 | outcomes: {429: save}                   | 429 | 1
            503 | outcomes: {503: save}                   | 503 | 1
            """)
    @DisplayName("R15: a status means what the route says, and any other what it always does")
    void outcomes(int status, String setting, int retried, int asked) throws Exception {
        open(setting.replace("\\n", "\n"));
        upstream.does(request -> request.response()
                .setStatusCode(upstream.asked().size() == 1 ? status : 200)
                .end("answer"));

        assertThat(charge().statusCode()).isEqualTo(status);
        assertThat(charge().statusCode()).isEqualTo(retried);
        assertThat(upstream.asked()).hasSize(asked);
    }

    @Test
    @DisplayName("R27: a replay has the headers that the route keeps, and not those that it drops")
    void keptHeaders() throws Exception {
        open("kept-headers: {keep: [Set-Cookie], drop: x-trace}");
        upstream.does(request -> request.response()
                .putHeader("Set-Cookie", "a=b")
                .putHeader("X-Trace", "t1")
                .putHeader("X-Kept", "yes")
                .end("answer"));

        assertThat(charge().headers().firstValue("X-Trace")).contains("t1");
        HttpResponse<String> replay = charge();

        assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(replay.headers().firstValue("Set-Cookie")).contains("a=b");
        assertThat(replay.headers().firstValue("X-Kept")).contains("yes");
        assertThat(replay.headers().firstValue("X-Trace")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"replay, 1", "rerun, 2"})
    @DisplayName("R20: an answer of an older version is replayed, or the work is done again, as the route says")
    void versions(String older, int asked) throws Exception {
        open("version: 1");
        assertThat(charge().statusCode()).isEqualTo(200);
        String next = "version: 2\n    older-answers: " + older;
        gateway.reload(Configured.read(configuration(next)));

        assertThat(charge().statusCode()).isEqualTo(200);
        assertThat(charge().headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(upstream.asked()).hasSize(asked);
    }
}
