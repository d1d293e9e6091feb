// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.key.KeyMaker;
import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the stores themselves promise is asked where they are; here it is asked that a configuration leads there. */
@Tag("http")
@DisplayName("A gateway whose store is a MariaDB server")
class MariaDbGatewayTest {

    private static final Set<Integer> NOT_YET = Set.of(409, 503);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private static String store(String type) {
        Database server = MariaDb.server();
        return "store: {type: %s, url: '%s', user: %s}\n".formatted(type, server.url(), server.user());
    }

    @Test
    @DisplayName("R31, R35: makes its table, runs a request once, and replays its answer after a restart")
    void runsOnce() throws Exception {
        String key = KeyMaker.uuidV7().next();
        try (ScriptedUpstream upstream = new ScriptedUpstream()) {
            String text = store("mariadb") + Configured.routes(upstream.uri(), "30s");
            try (Service gateway = Configured.open(text)) {
                assertThat(charge(gateway, key).body()).isEqualTo("done");
            }
            try (Service restarted = Configured.open(text)) {
                HttpResponse<String> replay = charge(restarted, key);
                assertThat(replay.body()).isEqualTo("done");
                assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
            }
            assertThat(upstream.asked()).hasSize(1);
        }
    }

    @Test
    @DisplayName("R30: does not start as one on MySQL, whose promises are others, and says which it is")
    void otherServer() {
        String text = store("mysql") + Configured.routes(URI.create("http://127.0.0.1:1"), "30s");
        assertThatThrownBy(() -> Configured.open(text)).hasMessageContaining("leads to a MariaDB server");
    }

    /** Comes again while the store is too slow, or has taken a claim that it was too late for: a busy machine is no failure. */
    private static HttpResponse<String> charge(Service gateway, String key) throws Exception {
        long start = System.nanoTime();
        HttpResponse<String> answer = ask(gateway, key);
        while (NOT_YET.contains(answer.statusCode()) && System.nanoTime() - start < PATIENCE.toNanos()) {
            LockSupport.parkNanos(PAUSE.toNanos());
            answer = ask(gateway, key);
        }
        return answer;
    }

    private static HttpResponse<String> ask(Service gateway, String key) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(Configured.uri(gateway).resolve("/charges"))
                                .header("Idempotency-Key", key)
                                .POST(HttpRequest.BodyPublishers.ofString("100"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
