// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One request may be under way: when the next is let in, the gateway knows that the first client has gone. */
@Tag("http")
@DisplayName("An unprotected request whose client goes")
@Timeout(60)
class LeavingClientsTest {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Vertx vertx = Vertx.vertx();
    private final ScriptedUpstream other = new ScriptedUpstream();
    private final RawUpstream upstream = new RawUpstream(this::stream);
    private final Service gateway = Configured.open("""
            store: {type: memory}
            limits: {requests-in-flight: 1}
            upstreams:
              behind: {server: "%s"}
              other: {server: "%s"}
            routes:
              - {path: /other, upstream: other}
              - {path: /notes, upstream: behind, operation: notes, key: optional, key-in-body: /id}
              - {path: /**, upstream: behind}
            """.formatted(upstream.uri(), other.uri()));

    @AfterEach
    void close() throws IOException {
        goOn.countDown();
        upstream.close();
        gateway.close();
        other.close();
        Waits.on(vertx.close());
    }

    /** Events without an end, until nobody takes them. */
    private void stream(String request, OutputStream out) throws IOException, InterruptedException {
        asked.countDown();
        goOn.await();
        try {
            RawUpstream.say(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
            while (!Thread.currentThread().isInterrupted()) {
                RawUpstream.say(out, "data: x\n\n");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        } catch (IOException gone) {
            ended.countDown();
            throw gone;
        }
    }

    private void awaitPlace() throws IOException {
        try (RawClient next = new RawClient(Configured.uri(gateway))) {
            next.saysUntilThereIsRoom("GET /other HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(next.hear().body()).isEqualTo("done");
        }
    }

    private boolean hasEnded() throws InterruptedException {
        return ended.await(20, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /events HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
                "POST /notes HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
            })
    @DisplayName("before the head of its answer ends at the upstream, too, whatever that still says:")
    void beforeTheHead(String request) throws Exception {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            client.say(request);
            asked.await();
        }
        awaitPlace();
        goOn.countDown();

        assertThat(hasEnded()).isTrue();
    }

    @Test
    @DisplayName("before the head of its answer ends at the upstream over HTTP/2, too, where the connection stays")
    void overHttp2() throws Exception {
        HttpClientOptions options =
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false);
        HttpClientRequest request = Waits.on(vertx.createHttpClient(options)
                .request(HttpMethod.GET, gateway.address().getPort(), "127.0.0.1", "/events"));
        request.exceptionHandler(reset -> {});
        request.end();
        asked.await();
        Waits.on(request.reset());
        awaitPlace();
        goOn.countDown();

        assertThat(hasEnded()).isTrue();
    }

    @Test
    @DisplayName("in the middle of its answer ends at the upstream, too")
    void amongEvents() throws Exception {
        goOn.countDown();
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            client.say("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(client.hearsStatus()).isEqualTo(200);
        }

        assertThat(hasEnded()).isTrue();
    }
}
