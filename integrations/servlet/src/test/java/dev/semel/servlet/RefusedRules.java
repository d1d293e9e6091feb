// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests that are refused before all of their body is there: the client must learn why. */
@Tag("http")
abstract class RefusedRules {

    private static final int BODY_LIMIT = 10_000;
    private static final int BEYOND = 500_000;
    private static final String CHUNK = "1000\r\n" + "x".repeat(0x1000) + "\r\n";

    abstract Container.Start container();

    private Scene scene() {
        return new Scene(
                container(),
                Scene.OPERATION,
                http -> http.bodyLimit(BODY_LIMIT),
                UnaryOperator.identity(),
                (request, response, chain) -> chain.doFilter(request, response),
                (request, response) -> response.setStatus(200));
    }

    @Test
    @DisplayName("R29: a client that goes on sending after its 413 is not cut off")
    void goesOn() throws Exception {
        try (Scene scene = scene();
                Talker client = new Talker(scene.uri())) {
            client.say(head("Content-Length: " + BEYOND) + "x".repeat(BODY_LIMIT + 1));
            String heard = client.hear();
            assertThat(heard).startsWith("HTTP/1.1 413");

            client.say("x".repeat(BEYOND - BODY_LIMIT - 1));

            assertEndsWell(heard, client);
        }
    }

    @Test
    @DisplayName("R29: one that sends its body in chunks is not, either")
    void chunksGoOn() throws Exception {
        try (Scene scene = scene();
                Talker client = new Talker(scene.uri())) {
            client.say(head("Transfer-Encoding: chunked") + CHUNK.repeat(3));
            String heard = client.hear();
            assertThat(heard).startsWith("HTTP/1.1 413");

            client.say(CHUNK.repeat(50) + "0\r\n\r\n");

            assertEndsWell(heard, client);
        }
    }

    /** Where the container has said that it closes the connection, as Tomcat does, it is closed and not reset. */
    private static void assertEndsWell(String refusal, Talker client) throws IOException {
        if (refusal.toLowerCase(Locale.ROOT).contains("connection: close")) {
            assertThat(new String(client.in.readAllBytes(), StandardCharsets.US_ASCII))
                    .as("nothing but the end of what came in chunks")
                    .isIn("", "0\r\n\r\n");
        } else {
            client.say(head("Content-Length: 2") + "ok");
            assertThat(client.hear()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    @DisplayName("R29: one that waits for 100 Continue hears 413, and nobody waits for its body")
    void waitsForContinue() throws Exception {
        try (Scene scene = scene();
                Talker client = new Talker(scene.uri())) {
            client.say(head("Content-Length: " + BEYOND + "\r\nExpect: 100-continue"));
            String heard = client.hear();
            if (heard.startsWith("HTTP/1.1 100")) {
                // Tomcat says so before anybody is asked, and would cut off whoever does as it was told.
                client.say("x".repeat(BEYOND));
                heard = client.hear();
            }

            assertThat(heard).startsWith("HTTP/1.1 413");
            assertThat(scene.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName("R29: one that was told to continue, and then sends too much, is not cut off")
    void continues() throws Exception {
        try (Scene scene = scene();
                Talker client = new Talker(scene.uri())) {
            client.say(head("Transfer-Encoding: chunked\r\nExpect: 100-continue"));
            assertThat(client.hear()).startsWith("HTTP/1.1 100");
            client.say(CHUNK.repeat(3));
            String heard = client.hear();
            assertThat(heard).startsWith("HTTP/1.1 413");

            client.say(CHUNK.repeat(50) + "0\r\n\r\n");

            assertEndsWell(heard, client);
        }
    }

    private static String head(String lines) {
        return "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nIdempotency-Key: a-key-that-is-used-here\r\n"
                + lines + "\r\n\r\n";
    }

    /** A client that sends and reads when it is told to. */
    private static final class Talker implements AutoCloseable {

        private final Socket socket;
        private final InputStream in;

        Talker(URI server) throws IOException {
            socket = new Socket(server.getHost(), server.getPort());
            // Less than a container waits for a body.
            socket.setSoTimeout(10_000);
            in = new BufferedInputStream(socket.getInputStream());
        }

        void say(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }

        /** The next answer's head; its body, if it announces one, is read and forgotten, and so is its first chunk. */
        String hear() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                assertThat(next).as("the connection ended after: " + head).isNotNegative();
                head.append((char) next);
            }
            in.skipNBytes(isInChunks(head.toString()) ? chunk() : length(head.toString()));
            return head.toString();
        }

        private static boolean isInChunks(String head) {
            return head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked");
        }

        /** How long the chunk is that begins here, with the line's end behind it. */
        private long chunk() throws IOException {
            StringBuilder line = new StringBuilder();
            while (line.indexOf("\r\n") < 0) {
                line.append((char) in.read());
            }
            return Long.parseLong(line.toString().strip(), 16) + 2;
        }

        private static long length(String head) {
            return head.lines()
                    .filter(line -> line.regionMatches(true, 0, "Content-Length:", 0, 15))
                    .mapToLong(line -> Long.parseLong(line.substring(15).strip()))
                    .sum();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
