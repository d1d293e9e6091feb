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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("http")
@DisplayName("An upstream's answer that is none")
class BadAnswersTest {

    private final ServerSocket upstream = listen();
    private final ExecutorService thread = Executors.newCachedThreadPool();
    private final Service gateway =
            Configured.inFrontOf(URI.create("http://127.0.0.1:" + upstream.getLocalPort()), "{type: memory}");

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
        thread.shutdownNow();
    }

    /** What the upstream says, before it closes the connection. */
    enum Answer {
        NOTHING(""),
        NO_STATUS("HTTP/1.1\r\n\r\n"),
        NOT_HTTP("220 mail.example ESMTP\r\n"),
        TWO_LENGTHS("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc"),
        SHORTER_THAN_SAID("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
        BAD_CHUNK("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"),
        CHUNKS_WITHOUT_END("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
        ENCODED_CHUNKS("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
        ENCODED_CHUNKS_IN_TWO_LINES(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
        ENCODED_TO_THE_END("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc"),
        UNKNOWN_ENCODING("HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\nContent-Length: 3\r\n\r\nabc"),
        TWO_FRAMINGS("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
        STATUS_OF_FOUR_DIGITS("HTTP/1.1 1000 OK\r\nContent-Length: 3\r\n\r\nabc"),
        STATUS_BELOW_100("HTTP/1.1 099 OK\r\nContent-Length: 3\r\n\r\nabc"),
        HUGE_HEAD("HTTP/1.1 200 OK\r\n" + "X-Flood: aaaaaaaaaaaaaaaa\r\n".repeat(10_000) + "\r\n");

        private final String bytes;

        Answer(String bytes) {
            this.bytes = bytes;
        }
    }

    private void answerOnce(Answer answer) {
        thread.execute(() -> {
            try (Socket socket = upstream.accept()) {
                InputStream in = socket.getInputStream();
                StringBuilder seen = new StringBuilder();
                while (seen.indexOf("\r\n\r\n100") < 0) {
                    seen.append((char) in.read());
                }
                socket.getOutputStream().write(answer.bytes.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException gone) {
                // The gateway has heard enough.
            }
        });
    }

    private RawClient.Heard post(String path) throws IOException {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            return client.say("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nIdempotency-Key: "
                            + KeyMaker.uuidV7().next() + "\r\n\r\n100")
                    .hear();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("R15: is a 502 and a doubt where requests run once, and is never taken for a whole one:")
    void doubt(Answer answer) throws IOException {
        answerOnce(answer);
        RawClient.Heard heard = post("/charges");
        assertThat(heard.status()).isEqualTo(502);
        assertThat(heard.body()).contains("\"code\":\"upstream-failed\"");
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NOTHING", "SHORTER_THAN_SAID", "CHUNKS_WITHOUT_END", "BAD_CHUNK", "NO_STATUS", "NOT_HTTP"})
    @DisplayName("is said to be unreadable, also where requests only pass:")
    void unreadable(Answer answer) throws IOException {
        for (String path : List.of("/charges", "/open")) {
            answerOnce(answer);
            RawClient.Heard heard = post(path);
            assertThat(heard.status()).isEqualTo(502);
            assertThat(heard.body()).contains("an answer that cannot be read");
        }
    }
}
