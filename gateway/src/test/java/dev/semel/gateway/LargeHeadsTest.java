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
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("An answer with a large head")
class LargeHeadsTest {

    private static final String LINE = "X-Policy: " + "p".repeat(1000) + "\r\n";

    private volatile int lines;
    private final RawUpstream upstream = new RawUpstream((request, out) -> RawUpstream.say(
            out, RawUpstream.ok("done").replace("Content-Length", LINE.repeat(lines) + "Content-Length")));
    private final Service gateway = Configured.inFrontOf(upstream.uri(), "{type: memory}");

    @AfterEach
    void close() throws IOException {
        gateway.close();
        upstream.close();
    }

    private RawClient.Heard post(String path, String key) throws IOException {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            return client.say("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nIdempotency-Key: " + key
                            + "\r\n\r\n100")
                    .hear();
        }
    }

    private static int linesOf(RawClient.Heard heard) {
        return heard.head().split("(?i)x-policy: ", -1).length - 1;
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 30, 60})
    @DisplayName("R6: is saved, and replayed with all of its lines, of so many KiB:")
    void replayed(int kibibytes) throws IOException {
        lines = kibibytes;
        String key = KeyMaker.uuidV7().next();
        RawClient.Heard first = post("/charges", key);
        RawClient.Heard retry = post("/charges", key);

        assertThat(first.status()).isEqualTo(200);
        assertThat(linesOf(first)).isEqualTo(kibibytes);
        assertThat(retry.head()).contains("Idempotent-Replayed: true");
        assertThat(linesOf(retry)).isEqualTo(kibibytes);
        assertThat(upstream.asked()).hasSize(1);
    }

    @Test
    @DisplayName("passes where nothing is protected, too")
    void passes() throws IOException {
        lines = 60;
        assertThat(linesOf(post("/open", KeyMaker.uuidV7().next()))).isEqualTo(60);
    }
}
