// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test asks on one connection, which has one event loop, and that one connection to the upstream as long as it can be used. */
@Tag("http")
@DisplayName("A connection to an upstream")
class KeptConnectionsTest {

    private final KeyMaker keys = KeyMaker.uuidV7();

    private static Service gateway(RawUpstream upstream, String keepAlive) {
        String routes = Configured.routes(upstream.uri(), "30s\n    " + keepAlive);
        return Configured.open("store: {type: memory}\n" + routes);
    }

    private RawClient.Heard charge(RawClient client) throws IOException {
        return charge(client, keys.next());
    }

    private static RawClient.Heard charge(RawClient client, String key) throws IOException {
        return client.say("POST /charges HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nIdempotency-Key: " + key
                        + "\r\n\r\n100")
                .hear();
    }

    private static RawUpstream.Script answering(String head) {
        return (request, out) -> RawUpstream.say(out, "HTTP/1.1 200 OK\r\n" + head + "Content-Length: 2\r\n\r\nok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"connect-timeout: 2s", "keep-alive: 1s"})
    @DisplayName("ends when it has been kept for long enough, and the next request has another one")
    void ends(String keepAlive) throws Exception {
        try (RawUpstream upstream = new RawUpstream(answering(""));
                Service gateway = gateway(upstream, keepAlive);
                RawClient client = new RawClient(Configured.uri(gateway))) {
            assertThat(charge(client).status()).isEqualTo(200);
            assertThat(charge(client).status()).isEqualTo(200);
            assertThat(upstream.connections()).isEqualTo(1);
            assertThat(upstream.awaitsEnd()).isTrue();
            assertThat(charge(client).status()).isEqualTo(200);
            assertThat(upstream.connections()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("ends before the upstream would end it, where that says when")
    void endsAsTold() throws Exception {
        try (RawUpstream upstream = new RawUpstream(answering("Keep-Alive: max=100, timeout=2\r\n"));
                Service gateway = gateway(upstream, "keep-alive: 1h");
                RawClient client = new RawClient(Configured.uri(gateway))) {
            RawClient.Heard heard = charge(client);
            assertThat(heard.status()).isEqualTo(200);
            assertThat(heard.head()).doesNotContainIgnoringCase("keep-alive");
            assertThat(upstream.awaitsEnd()).isTrue();
        }
    }

    @Test
    @DisplayName("is not kept longer than configured because the upstream would")
    void endsAsConfigured() throws Exception {
        try (RawUpstream upstream = new RawUpstream(answering("Keep-Alive: timeout=3600\r\n"));
                Service gateway = gateway(upstream, "keep-alive: 1s");
                RawClient client = new RawClient(Configured.uri(gateway))) {
            assertThat(charge(client).status()).isEqualTo(200);
            assertThat(upstream.awaitsEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: close\r\n",
                "Connection: X-Hop, close\r\nX-Hop: a\r\n",
                "Connection: X-Hop\r\nConnection: Close\r\nX-Hop: a\r\n",
                "Keep-Alive: timeout=1\r\n"
            })
    @DisplayName("is not used again after an answer with which the upstream ends it, although it is still open")
    void isOver(String head) throws IOException {
        try (RawUpstream upstream = new RawUpstream(answering(head));
                Service gateway = gateway(upstream, "keep-alive: 1h");
                RawClient client = new RawClient(Configured.uri(gateway))) {
            assertThat(charge(client).head()).doesNotContain("X-Hop");
            assertThat(charge(client).status()).isEqualTo(200);
            assertThat(upstream.connections()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("is not used again after a 204 with a body, which would be read as the answer of the next request")
    void leftovers() throws IOException {
        try (RawUpstream upstream = new RawUpstream((request, out) ->
                        RawUpstream.say(out, "HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc"));
                Service gateway = gateway(upstream, "keep-alive: 1h");
                RawClient client = new RawClient(Configured.uri(gateway))) {
            assertThat(charge(client).status()).isEqualTo(204);
            assertThat(charge(client).status()).isEqualTo(204);
            assertThat(upstream.connections()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("has one request with keep-alive off, and says so")
    void off() throws IOException {
        try (RawUpstream upstream = new RawUpstream(answering(""));
                Service gateway = gateway(upstream, "keep-alive: off");
                RawClient client = new RawClient(Configured.uri(gateway))) {
            charge(client);
            charge(client);
            assertThat(upstream.connections()).isEqualTo(2);
            assertThat(upstream.asked())
                    .allSatisfy(request -> assertThat(request).containsIgnoringCase("\r\nConnection: close\r\n"));
        }
    }

    @Test
    @DisplayName(
            "R15: that the upstream ends when the next request arrives on it leaves that in doubt: nobody knows whether it was read")
    void endsUnderRequest() throws IOException {
        String key = keys.next();
        try (RawUpstream upstream = new RawUpstream((request, out) -> {
                    if (request.contains(key) && request.contains("Semel-Attempt: 1")) {
                        out.close();
                    } else {
                        RawUpstream.say(out, RawUpstream.ok("done"));
                    }
                });
                Service gateway = gateway(upstream, "keep-alive: 1h");
                RawClient client = new RawClient(Configured.uri(gateway))) {
            assertThat(charge(client).status()).isEqualTo(200);
            assertThat(charge(client, key).status()).isEqualTo(502);
            assertThat(upstream.connections()).isEqualTo(1);
            RawClient.Heard again = charge(client, key);

            assertThat(again.status()).isEqualTo(200);
            List<String> asked = upstream.asked();
            assertThat(asked).hasSize(3);
            assertThat(asked.get(2)).contains(key, "Semel-Attempt: 2");
        }
    }
}
