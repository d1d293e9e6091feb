// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.charges;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The first example")
class ChargesTest {

    private static final Set<Integer> NOT_YET = Set.of(409, 503);
    private static final int MOST_TRIES = 600;
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final HttpClient client = HttpClient.newHttpClient();
    private final String key = UUID.randomUUID().toString();

    @Test
    @DisplayName("R6: charges once, and gives the retry the first answer, also after a restart")
    void chargesOnce(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("charges.db");
        HttpResponse<String> first;
        try (Charges charges = new Charges(0, file)) {
            first = post(charges, "{\"amount\": 100}");
            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
            assertReplayed(first, post(charges, "{\"amount\": 100}"));
        }
        try (Charges restarted = new Charges(0, file)) {
            assertReplayed(first, post(restarted, "{\"amount\": 100}"));
        }
    }

    @Test
    @DisplayName("R6, R34: refuses another amount under the same key, and a charge without a key")
    void refuses(@TempDir Path folder) throws Exception {
        try (Charges charges = new Charges(0, folder.resolve("charges.db"))) {
            post(charges, "{\"amount\": 100}");
            assertThat(post(charges, "{\"amount\": 999}").statusCode()).isEqualTo(422);
            assertThat(client.send(request(charges, "{\"amount\": 100}").build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    private static void assertReplayed(HttpResponse<String> first, HttpResponse<String> retry) {
        assertThat(retry.statusCode()).isEqualTo(first.statusCode());
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    }

    /** Comes again while the file's disk is too slow, or has taken a claim that it was too late for: a busy machine is no failure. */
    private HttpResponse<String> post(Charges charges, String body) throws Exception {
        HttpRequest request =
                request(charges, body).header("Idempotency-Key", key).build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        for (int tries = 0; tries < MOST_TRIES && NOT_YET.contains(answer.statusCode()); tries++) {
            LockSupport.parkNanos(PAUSE.toNanos());
            answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        }
        return answer;
    }

    private static HttpRequest.Builder request(Charges charges, String body) {
        return HttpRequest.newBuilder(URI.create(charges.uri()))
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }
}
