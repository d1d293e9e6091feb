// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An upstream that reads heads alone and answers each at once, as one does that knows already that it will not take the body. */
@Tag("http")
@DisplayName("An answer that comes before its request has been sent")
class EarlyAnswersTest {

    /** More than all buffers on the way hold together. */
    private static final int LARGE = 64 << 20;

    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final ServerSocket upstream = listen();
    private final Service gateway =
            Configured.inFrontOf(URI.create("http://127.0.0.1:" + upstream.getLocalPort()), "{type: memory}");

    EarlyAnswersTest() {
        threads.execute(this::accept);
    }

    private static ServerSocket listen() {
        try {
            return new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        gateway.close();
        upstream.close();
        for (Socket connection : connections) {
            connection.close();
        }
        threads.shutdownNow();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = upstream.accept();
                connections.add(connection);
                threads.execute(() -> answer(connection));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    /** Nothing after the head is ever read, and so no second request. */
    private static void answer(Socket connection) {
        try {
            InputStream in = connection.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.read());
            }
            connection
                    .getOutputStream()
                    .write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nbig"
                            .getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            // The gateway has heard enough.
        }
    }

    private String head(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\nIdempotency-Key: "
                + keys.next() + "\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"/charges", "/open"})
    @DisplayName(
            "reaches its client, also one that sends all before it listens, and nobody else waits behind the rest:")
    void early(String path) throws Exception {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            Future<RawClient> sent = threads.submit(() -> client.say(head(path, LARGE) + "x".repeat(LARGE)));
            assertThat(client.hear().body()).isEqualTo("big");
            sent.get();
        }
        // One of them has the same event loop.
        for (int i = 0; i < 2 * Loops.count(); i++) {
            try (RawClient other = new RawClient(Configured.uri(gateway))) {
                RawClient.Heard heard =
                        other.say(head(path, LARGE)).say("x".repeat(LARGE)).hear();
                assertThat(heard.body()).isEqualTo("big");
            }
        }
    }
}
