// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("A gateway of 128 MB")
class MuchAtOnceTest {

    private static final long LARGE = 100L << 20;
    private static final int MANY = 10_000;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger asked = new AtomicInteger();
    private GatewayProcess gateway;

    @BeforeEach
    void open() throws IOException {
        HttpServer upstream = Waits.on(vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0))
                .requestHandler(this::count)
                .listen());
        gateway = GatewayProcess.start(Configured.file("store: {type: memory}\nlimits: {body-bytes: " + 2 * LARGE
                + "}\n" + Configured.routes(URI.create("http://127.0.0.1:" + upstream.actualPort()), "60s")));
    }

    /** Says how many bytes have come, and keeps none of them. */
    private void count(HttpServerRequest request) {
        AtomicLong bytes = new AtomicLong();
        asked.incrementAndGet();
        request.handler(piece -> bytes.addAndGet(piece.length()));
        request.endHandler(end -> request.response().end(bytes + " bytes"));
    }

    @AfterEach
    void close() {
        gateway.kill();
        Waits.on(vertx.close());
    }

    private HttpResponse<String> upload(String path, String key) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(gateway.uri().resolve(path))
                        .header("Idempotency-Key", key)
                        .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new Zeros(LARGE)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName("takes protected bodies of 100 MB without holding them in memory, and replays their answers")
    void largeBody() throws Exception {
        String key = KeyMaker.uuidV7().next();
        HttpResponse<String> first = upload("/charges", key);
        HttpResponse<String> retry = upload("/charges", key);

        assertThat(first.body()).isEqualTo(LARGE + " bytes");
        assertThat(retry.body()).isEqualTo(LARGE + " bytes");
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(asked).hasValue(1);
        assertThat(gateway.isAlive()).isTrue();
    }

    @Test
    @DisplayName("passes bodies of 100 MB")
    void largePassage() throws Exception {
        assertThat(upload("/plain", KeyMaker.uuidV7().next()).body()).isEqualTo(LARGE + " bytes");
        assertThat(gateway.isAlive()).isTrue();
    }

    @Test
    @DisplayName("answers beside 10,000 connections that say nothing")
    void idleConnections() throws Exception {
        List<SocketChannel> idle = new ArrayList<>();
        try {
            InetSocketAddress address = new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), gateway.uri().getPort());
            for (int i = 0; i < MANY; i++) {
                idle.add(SocketChannel.open(address));
            }
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(gateway.uri().resolve("/charges"))
                            .header("Idempotency-Key", KeyMaker.uuidV7().next())
                            .POST(HttpRequest.BodyPublishers.ofString("100"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(answer.body()).isEqualTo("3 bytes");
            assertThat(idle).hasSize(MANY).allMatch(SocketChannel::isConnected);
        } finally {
            for (SocketChannel one : idle) {
                one.close();
            }
        }
    }

    /** As many as wanted, made when they are read. */
    private static final class Zeros extends InputStream {

        private long left;

        Zeros(long length) {
            this.left = length;
        }

        @Override
        public int read() {
            return left-- > 0 ? 0 : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            if (left <= 0) {
                return -1;
            }
            int count = (int) Math.min(length, left);
            java.util.Arrays.fill(into, from, from + count, (byte) 0);
            left -= count;
            return count;
        }
    }
}
