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
import java.util.Set;
import java.util.TreeSet;
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

    /** More than sockets hold for a client that does not read; and so many of them more than the gateway's heap. */
    private static final int ANSWER = 8 << 20;

    private static final int READERS = 40;

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
                + "}\n"
                + Configured.routes(URI.create("http://127.0.0.1:" + upstream.actualPort()), "60s")
                        .replace("in-doubt:", "answer-limit: " + 2 * ANSWER + "\n    in-doubt:")));
    }

    /** Says how many bytes have come, and keeps none of them. */
    private void count(HttpServerRequest request) {
        AtomicLong bytes = new AtomicLong();
        asked.incrementAndGet();
        request.handler(piece -> bytes.addAndGet(piece.length()));
        String wanted = request.getHeader("X-Answer-Bytes");
        request.endHandler(end ->
                request.response().end(wanted == null ? bytes + " bytes" : "x".repeat(Integer.parseInt(wanted))));
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

    @Test
    @DisplayName(
            "R29: beside clients that do not read the answers they ask for: those beyond its memory get 503, and come again")
    void slowReaders() throws Exception {
        String request = request(KeyMaker.uuidV7().next());
        List<RawClient> readers = new ArrayList<>();
        try (RawClient first = new RawClient(gateway.uri())) {
            assertThat(first.say(request).hear().body()).hasSize(ANSWER);
            readers.add(RawClient.thatReadsLate(gateway.uri()).saysUntilThereIsRoom(request));
            while (readers.size() < READERS) {
                readers.add(RawClient.thatReadsLate(gateway.uri()).say(request));
            }
            Set<Integer> statuses = new TreeSet<>();
            for (RawClient reader : readers) {
                RawClient.Heard heard = reader.hear();
                statuses.add(heard.status());
                if (heard.status() == 200) {
                    assertThat(heard.body()).hasSize(ANSWER);
                } else {
                    assertThat(heard.body()).contains("overloaded");
                    assertThat(heard.head()).containsIgnoringCase("retry-after: 1");
                }
            }
            assertThat(statuses).containsExactly(200, 503);
            RawClient.Heard late = readers.get(0).saysUntilThereIsRoom(request).hear();
            assertThat(late.status()).isEqualTo(200);
            assertThat(late.head()).containsIgnoringCase("idempotent-replayed");
            assertThat(asked).hasValue(1);
        } finally {
            for (RawClient reader : readers) {
                reader.close();
            }
        }
    }

    @Test
    @DisplayName(
            "R18, R29: an answer for which there is no room is recorded at once, and reaches a client that reads late, whole")
    void noRoom() throws Exception {
        String saved = request(KeyMaker.uuidV7().next());
        String unsaved = request(KeyMaker.uuidV7().next());
        try (RawClient quick = new RawClient(gateway.uri());
                RawClient first = RawClient.thatReadsLate(gateway.uri());
                RawClient second = RawClient.thatReadsLate(gateway.uri());
                RawClient late = RawClient.thatReadsLate(gateway.uri())) {
            quick.say(saved).hear();
            assertThat(first.saysUntilThereIsRoom(saved).hearsStatus()).isEqualTo(200);
            second.say(saved).hearsStatus();

            late.say(unsaved).hearsStatus();
            assertThat(quick.say(unsaved).hear().status())
                    .as("while the client does not read")
                    .isEqualTo(410);

            RawClient.Heard heard = late.hear();
            assertThat(heard.status()).isEqualTo(200);
            assertThat(heard.body()).hasSize(ANSWER);
            assertThat(asked).hasValue(2);
        }
    }

    private static String request(String key) {
        return "POST /charges HTTP/1.1\r\nHost: x\r\nIdempotency-Key: " + key + "\r\nX-Answer-Bytes: " + ANSWER
                + "\r\nContent-Length: 0\r\n\r\n";
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
