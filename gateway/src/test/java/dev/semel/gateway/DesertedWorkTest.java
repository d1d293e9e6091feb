// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("Work whose client does not take its answer")
class DesertedWorkTest {

    private static final int LARGE = 24 << 20;

    private final String key = KeyMaker.uuidV7().next();

    private String charge() {
        return "POST /charges HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nIdempotency-Key: " + key + "\r\n\r\n100";
    }

    @Test
    @DisplayName("R18: is finished and saved when the gateway stops, though its client has gone")
    void drains(@TempDir Path folder) throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        String store = "{type: sqlite, file: " + folder.resolve("semel.db") + "}";
        try (RawUpstream upstream = new RawUpstream((request, out) -> {
            arrived.countDown();
            goOn.await();
            RawUpstream.say(out, RawUpstream.ok("charged"));
        })) {
            Service gateway = Configured.inFrontOf(upstream.uri(), store);
            leaveOnceItHas(arrived, gateway);
            CompletableFuture<Void> closed = CompletableFuture.runAsync(gateway::close);
            assertThat(isStillOpenAfterAWhile(closed)).isTrue();
            goOn.countDown();
            closed.get(30, TimeUnit.SECONDS);

            try (Service next = Configured.inFrontOf(upstream.uri(), store);
                    RawClient retry = new RawClient(Configured.uri(next))) {
                RawClient.Heard heard = retry.say(charge()).hear();
                assertThat(heard.body()).isEqualTo("charged");
                assertThat(heard.head()).contains("Idempotent-Replayed: true");
            }
            assertThat(upstream.asked()).hasSize(1);
        }
    }

    private void leaveOnceItHas(CountDownLatch arrived, Service gateway) throws Exception {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            client.say(charge());
            arrived.await();
        }
    }

    /** Long enough for a gateway that has nothing to wait for. */
    private static boolean isStillOpenAfterAWhile(CompletableFuture<Void> closed) throws Exception {
        try {
            closed.get(1, TimeUnit.SECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        }
    }

    @Test
    @DisplayName("R19: counts as done when the client is too slow for a large answer, and does not run again")
    void slowReader() throws IOException, InterruptedException {
        try (RawUpstream upstream = new RawUpstream((request, out) -> {
                    RawUpstream.say(out, "HTTP/1.1 200 OK\r\nContent-Length: " + LARGE + "\r\n\r\n");
                    out.write(new byte[LARGE]);
                });
                Service gateway = Configured.open("store: {type: memory}\n" + Configured.routes(upstream.uri(), "1s"));
                RawClient slow = RawClient.thatReadsLate(Configured.uri(gateway))) {
            assertThat(slow.say(charge()).hearsStatus()).isEqualTo(200);
            RawClient.Heard retry;
            do {
                // In progress, until the gateway has lost its patience with the client.
                retry = retry(gateway);
            } while (retry.status() == 409);

            // It was done, and its answer was too large to be kept.
            assertThat(retry.status()).isEqualTo(410);
            assertThat(upstream.asked()).hasSize(1);
        }
    }

    private RawClient.Heard retry(Service gateway) throws IOException {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            return client.say(charge()).hear();
        }
    }
}
