// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The body of an answer, in a blocking adapter,")
class AnswerBodyTest {

    private static final Head HEAD = Head.post("/charges").key(Server.KEY);
    private static final Head OTHER = Head.post("/charges").key(Server.OTHER_KEY);
    private static final int LIMIT = 100;

    private final Server server = Server.withOperation(operation -> operation.answerLimit(LIMIT));
    private final Exchange exchange = server.begin(HEAD, "100 EUR");
    private final ByteArrayOutputStream client = new ByteArrayOutputStream();

    @AfterEach
    void close() {
        server.close();
    }

    private static byte[] bytes(int size) {
        return "x".repeat(size).getBytes(StandardCharsets.US_ASCII);
    }

    /** What a retry gets. */
    private HttpAnswer retry() {
        return server.send(HEAD, "100 EUR");
    }

    private static HttpAnswer ended(AnswerBody body) throws IOException {
        HttpAnswer own = body.kept(201, Headers.NONE);
        return Server.now(body.end(own)).or(own);
    }

    @Test
    @DisplayName("R10: is kept until the handler has ended: nothing leaves, not even by a flush")
    void kept() throws IOException {
        try (AnswerBody body = exchange.answerBody(() -> client)) {
            body.write("pa".getBytes(StandardCharsets.UTF_8));
            body.flush();
            body.write('i');
            body.write('d');

            assertThat(body.size()).isEqualTo(4);
            assertThat(body.hasDeparted()).isFalse();
            assertThat(body.isTooLarge()).isFalse();
            assertThat(Server.text(ended(body))).isEqualTo("paid");
        }
        assertThat(client.size()).isZero();
        assertThat(Server.text(retry())).isEqualTo("paid");
    }

    @Test
    @DisplayName("T14: goes nowhere once it is closed: a handler that was given up must not reach another client")
    void late() throws IOException {
        AnswerBody body = exchange.answerBody(() -> client);
        body.close();
        body.write(bytes(LIMIT + 1));
        body.flush();

        assertThat(body.hasDeparted()).isFalse();
        assertThat(client.size()).isZero();
        Server.now(exchange.doubted());
    }

    @Test
    @DisplayName("is kept as it was written, whether its length was announced rightly, wrongly or not at all")
    void announced() throws IOException {
        for (int length : new int[] {-1, 0, 3, 4, 5, LIMIT + 1}) {
            Exchange run = server.begin(OTHER, "100 EUR");
            try (AnswerBody body = run.answerBody(() -> client)) {
                body.expect(length);
                body.write("paid".getBytes(StandardCharsets.UTF_8));

                HttpAnswer own = body.kept(200, Headers.NONE);
                body.write("late".getBytes(StandardCharsets.UTF_8));

                assertThat(Server.text(own)).isEqualTo("paid");
                Server.now(run.released());
            }
        }
    }

    @Test
    @DisplayName("is forgotten when the handler resets it, and begins anew")
    void reset() throws IOException {
        try (AnswerBody body = exchange.answerBody(() -> client)) {
            body.write(bytes(80));

            assertThat(body.reset()).isTrue();
            body.write(bytes(80));

            assertThat(body.size()).isEqualTo(80);
            assertThat(ended(body).size()).isEqualTo(80);
        }
    }

    @Test
    @DisplayName("R19, T9: beyond the limit begins to leave, what was kept before the rest, and is never made again")
    void departs() throws IOException {
        try (AnswerBody body = exchange.answerBody(() -> client)) {
            body.write("begin".getBytes(StandardCharsets.UTF_8));
            assertThat(client.size()).isZero();
            body.write(bytes(LIMIT));
            body.write("end".getBytes(StandardCharsets.UTF_8));

            assertThat(body.hasDeparted()).isTrue();
            assertThat(body.isTooLarge()).isTrue();
            assertThat(body.reset()).as("forgets what has left").isFalse();
            Server.now(body.end(body.kept(201, Headers.NONE)));
        }
        assertThat(client.toString(StandardCharsets.UTF_8)).isEqualTo("begin" + "x".repeat(LIMIT) + "end");
        assertThat(retry().status()).isEqualTo(410);
        assertThat(server.runs).hasValue(0);
    }

    @Test
    @DisplayName("R10, R19: of an attempt that may have lost its key does not leave: a problem goes out instead")
    void staysWhereTheKeyMayBeLost() throws IOException {
        try (AnswerBody body = exchange.answerBody(() -> client)) {
            // Longer than the operation lets an attempt run: nobody renews its lease any more.
            server.time.advance(Duration.ofHours(1));
            body.write(bytes(LIMIT + 1));

            assertThat(body.isTooLarge()).isTrue();
            assertThat(body.hasDeparted()).isFalse();
            assertThat(ended(body).status()).isNotEqualTo(201);
        }
        assertThat(client.size()).isZero();
    }

    @Test
    @DisplayName("R18: goes into the void when its client hangs up, and its handler does not notice")
    void clientGone() throws IOException {
        for (boolean whenWritten : new boolean[] {true, false}) {
            Exchange run = whenWritten ? exchange : server.begin(OTHER, "100 EUR");
            try (AnswerBody body = run.answerBody(() -> new Gone(whenWritten))) {
                body.write(bytes(LIMIT + 1));
                body.flush();
                body.write(bytes(LIMIT + 1));
                body.flush();

                assertThat(body.hasDeparted()).isTrue();
                Server.now(body.end(body.kept(201, Headers.NONE)));
            }
        }
        assertThat(retry().status()).isEqualTo(410);
        assertThat(server.send(OTHER, "100 EUR").status()).isEqualTo(410);
    }

    @Test
    @DisplayName("R19: is broken when a part of what has left is missing, and not when its client is")
    void broken() throws IOException {
        Server small = Server.with(UnaryOperator.identity(), settings -> settings.bodyInMemory(10));
        Exchange run = small.begin(HEAD, "100 EUR");
        AnswerBody.Departure meanwhile = () -> {
            loseSpilledFiles();
            return client;
        };
        try (small;
                AnswerBody body = run.answerBody(meanwhile)) {
            body.write(bytes(1 << 20));
            assertThat(body.isBroken()).isFalse();
            body.write(bytes(1));

            assertThat(body.hasDeparted()).isTrue();
            assertThat(body.isBroken()).isTrue();
            assertThat(client.size()).isLessThan(1 << 20);
            Server.now(body.end(body.kept(201, Headers.NONE)));
        }
    }

    @Test
    @DisplayName("R18: of a handler that is interrupted is whole all the same, on disk too; the handler is told later")
    void interrupted() throws IOException {
        Server small = Server.with(UnaryOperator.identity(), settings -> settings.bodyInMemory(10));
        Exchange run = small.begin(HEAD, "100 EUR");
        try (small;
                AnswerBody body = run.answerBody(() -> client)) {
            Thread.currentThread().interrupt();
            body.write(bytes(1 << 20));
            body.write(bytes(1));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(client.size()).isEqualTo((1 << 20) + 1);
            assertThat(body.isBroken()).isFalse();
            Server.now(body.end(body.kept(201, Headers.NONE)));
        }
    }

    /** What a failing disk does. The files have no names, and are found among those that the process has open. */
    private static void loseSpilledFiles() throws IOException {
        int lost = 0;
        for (File file : Objects.requireNonNull(new File("/proc/self/fd").listFiles(), "needs Linux")) {
            Path link = file.toPath();
            // By their whole look: the jars of this build are open, too, and must stay as they are.
            if (isSpilled(link)) {
                try (FileChannel channel = FileChannel.open(link, StandardOpenOption.WRITE)) {
                    channel.truncate(1000);
                    lost++;
                }
            }
        }
        assertThat(lost).isEqualTo(1);
    }

    private static boolean isSpilled(Path open) throws IOException {
        try {
            String target = Files.readSymbolicLink(open).toString();
            return target.contains("/semel-") && target.endsWith(".body (deleted)");
        } catch (NoSuchFileException closed) {
            return false;
        }
    }

    /** A connection that breaks when something is written, or when it is flushed. */
    private static final class Gone extends OutputStream {

        private final boolean whenWritten;

        Gone(boolean whenWritten) {
            this.whenWritten = whenWritten;
        }

        @Override
        public void write(int one) throws IOException {
            if (whenWritten) {
                throw new IOException("Broken pipe");
            }
        }

        @Override
        public void flush() throws IOException {
            throw new IOException("Broken pipe");
        }
    }
}
