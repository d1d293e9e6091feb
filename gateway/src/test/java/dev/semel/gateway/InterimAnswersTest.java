// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("http")
@DisplayName("What an upstream says before its answer")
class InterimAnswersTest {

    private static String post(String path, String key, String who) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + who.length() + "\r\nIdempotency-Key: "
                + key + "\r\n\r\n" + who;
    }

    @ParameterizedTest(name = "{0} at {1}")
    @CsvSource({
        "102 Processing, /charges",
        "102 Processing, /open",
        "100 Continue, /charges",
        "103 Early Hints, /charges",
        "103 Early Hints, /open",
        "199 Whatever, /charges"
    })
    @DisplayName("is no answer, and nobody gets the answer of another: ")
    void isForgotten(String word, String path) throws IOException {
        KeyMaker keys = KeyMaker.uuidV7();
        String bobs = keys.next();
        try (RawUpstream upstream = new RawUpstream((request, out) -> {
                    RawUpstream.say(out, "HTTP/1.1 " + word + "\r\nX-Word: a\r\n\r\n");
                    RawUpstream.say(out, RawUpstream.ok("for " + request.substring(request.indexOf("\r\n\r\n") + 4)));
                });
                Service gateway = Configured.inFrontOf(upstream.uri(), "{type: memory}");
                // One connection has one event loop, and that one connection to the upstream.
                RawClient client = new RawClient(Configured.uri(gateway))) {
            RawClient.Heard alice = client.say(post(path, keys.next(), "alice")).hear();
            RawClient.Heard bob = client.say(post(path, bobs, "bob")).hear();
            RawClient.Heard again = client.say(post(path, bobs, "bob")).hear();

            assertThat(alice.status()).isEqualTo(200);
            assertThat(alice.body()).isEqualTo("for alice");
            assertThat(bob.body()).isEqualTo("for bob");
            assertThat(again.body()).isEqualTo("for bob");
            assertThat(alice.head() + bob.head()).doesNotContain("X-Word");
        }
    }

    @Test
    @DisplayName(
            "R15: a change of the protocol that nobody asked for is in doubt, and its connection is not used again")
    void unaskedChange() throws IOException {
        KeyMaker keys = KeyMaker.uuidV7();
        String key = keys.next();
        try (RawUpstream upstream = new RawUpstream((request, out) -> {
                    if (request.contains("Semel-Attempt: 1")) {
                        RawUpstream.say(out, "HTTP/1.1 101 Switching Protocols\r\n\r\n");
                    }
                    RawUpstream.say(out, RawUpstream.ok("done"));
                });
                Service gateway = Configured.inFrontOf(upstream.uri(), "{type: memory}");
                RawClient client = new RawClient(Configured.uri(gateway))) {
            assertThat(client.say(post("/charges", key, "x")).hear().status()).isEqualTo(502);
            RawClient.Heard again = client.say(post("/charges", key, "x")).hear();
            assertThat(again.body()).isEqualTo("done");
            assertThat(upstream.asked()).hasSize(2);
            assertThat(upstream.asked().get(1)).contains("Semel-Attempt: 2");
        }
    }
}
