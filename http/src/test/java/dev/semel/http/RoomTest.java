// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.created;
import static dev.semel.http.Server.now;
import static dev.semel.http.Server.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.InFlight;
import dev.semel.key.KeyMaker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Where answers that are being saved or sent take all the memory they may,")
class RoomTest {

    private static final Head HEAD = Head.post("/charges").key(Server.KEY);
    private static final Head OTHER = Head.post("/charges").key(Server.OTHER_KEY);
    private static final int SIZE = 40_000;

    private final ByteArrayOutputStream client = new ByteArrayOutputStream();

    /** One that has room for one such answer at a time to be saved, and for two to be sent. */
    private static Server poor(Duration patience) {
        return Server.with(
                operation -> operation.completionWait(patience),
                UnaryOperator.identity(),
                settings -> settings.memory(100_000));
    }

    private AnswerBody written(Server server, Head head) throws IOException {
        AnswerBody body = server.begin(head, "{}").answerBody(() -> client);
        body.write("x".repeat(SIZE).getBytes(StandardCharsets.UTF_8));
        return body;
    }

    private static HttpAnswer ended(AnswerBody body) {
        try {
            HttpAnswer own = body.kept(201, Headers.NONE);
            return now(body.end(own)).or(own);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("R29: the next answer waits for its turn")
    void waits() throws Exception {
        try (Server poor = poor(Duration.ofSeconds(30))) {
            AnswerBody slow = written(poor, HEAD);
            AnswerBody next = written(poor, OTHER);
            ended(slow);

            CompletableFuture<HttpAnswer> waiting = CompletableFuture.supplyAsync(() -> ended(next));
            assertThat(waiting).isNotDone();
            slow.close();

            assertThat(waiting.get(1, TimeUnit.MINUTES).size()).isEqualTo(SIZE);
            next.close();
            assertThat(poor.send(OTHER, "{}").size()).isEqualTo(SIZE);
            assertThat(client.size()).isZero();
        }
    }

    @Test
    @DisplayName("R29: a small answer waits for nobody")
    void small() throws Exception {
        try (Server poor = poor(Duration.ofSeconds(30));
                AnswerBody slow = written(poor, HEAD);
                AnswerBody next = poor.begin(OTHER, "{}").answerBody(() -> client)) {
            ended(slow);
            next.write('x');

            assertThat(ended(next).size()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "R29, R19: an answer that finds no room in time is recorded without its content, and leaves then, not before")
    void findsNone() throws Exception {
        try (Server poor = poor(Duration.ofMillis(1));
                AnswerBody next = written(poor, OTHER)) {
            AnswerBody slow = written(poor, HEAD);
            ended(slow);

            HttpAnswer own = next.kept(201, Headers.NONE);
            Sending recorded = now(next.end(own));

            assertThat(client.size()).as("before its ending is known").isZero();
            assertThat(poor.send(OTHER, "{}").status()).isEqualTo(410);
            assertThat(next.departs(recorded)).isTrue();
            assertThat(client.size()).isEqualTo(SIZE);
            slow.close();
            assertThat(poor.send(HEAD, "{}").size()).isEqualTo(SIZE);
        }
    }

    @Test
    @DisplayName("R29, T14: so does one whose outcome is in doubt: never an empty success")
    void findsNoneInDoubt() throws Exception {
        try (Server poor = poor(Duration.ofMillis(1));
                AnswerBody slow = written(poor, HEAD)) {
            ended(slow);
            Exchange doubtful = poor.begin(OTHER, "{}");
            try (AnswerBody next = doubtful.answerBody(() -> client)) {
                next.write("x".repeat(SIZE).getBytes(StandardCharsets.UTF_8));
                Sending doubted = now(doubtful.doubted());
                next.kept(200, Headers.NONE);

                assertThat(next.departs(doubted)).isTrue();
                assertThat(client.size()).isEqualTo(SIZE);
            }
        }
    }

    @Test
    @DisplayName(
            "T14: an answer that became too large when its outcome was in doubt is said to be missing, and is no empty success")
    void tooLargeInDoubt() throws Exception {
        try (Server server = Server.withOperation(operation -> operation.answerLimit(100))) {
            Exchange doubtful = server.begin(HEAD, "{}");
            try (AnswerBody body = doubtful.answerBody(() -> client)) {
                Sending doubted = now(doubtful.doubted());
                body.write("x".repeat(SIZE).getBytes(StandardCharsets.UTF_8));
                HttpAnswer own = body.kept(200, Headers.NONE);

                assertThat(body.departs(doubted)).isFalse();
                assertThat(doubted.or(own).status()).isEqualTo(410);
                assertThat(client.size()).isZero();
            }
        }
    }

    @Test
    @DisplayName("R29: a replay is refused for now, and sent when others have been; a mismatch is told as ever")
    void replays() {
        try (Server poor = poor(Duration.ofSeconds(30))) {
            poor.send(HEAD, "{}", () -> created("x".repeat(SIZE)));
            Intake[] slow = {read(poor), read(poor)};
            for (Intake one : slow) {
                assertThat(answer(one).size()).isEqualTo(SIZE);
            }

            Intake next = read(poor);
            HttpAnswer refused = answer(next);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(text(refused)).contains("overloaded");
            assertThat(refused.headers().first("Retry-After")).contains("1");
            assertThat(poor.send(HEAD, "{\"other\": 1}").status()).isEqualTo(422);

            next.sent();
            slow[0].sent();
            slow[0].sent();
            assertThat(answer(read(poor)).size()).isEqualTo(SIZE);
            assertThat(answer(read(poor)).status())
                    .as("what is given back twice counts once")
                    .isEqualTo(503);
        }
    }

    @Test
    @DisplayName("R29: the replay of a client that has gone while it waited takes no room with it")
    void waiterGone() throws Exception {
        try (Server poor = Server.with(
                operation -> operation.inFlight(InFlight.waitUpTo(Duration.ofSeconds(10))),
                UnaryOperator.identity(),
                settings -> settings.memory(100_000))) {
            for (int i = 0; i < 5; i++) {
                Head head = Head.post("/charges").key(KeyMaker.uuidV4().next());
                AnswerBody body = written(poor, head);
                Intake waiting = ((Reception.Reading) poor.http.receive(head)).intake();
                waiting.feed("{}".getBytes(StandardCharsets.UTF_8), 0, 2);
                CompletableFuture<HttpAdmission> admission = waiting.admit().toCompletableFuture();
                assertThat(admission).isNotDone();
                admission.cancel(false);
                assertThat(ended(body).size()).isEqualTo(SIZE);
                body.close();
            }
        }
    }

    private static Intake read(Server server) {
        Intake intake = ((Reception.Reading) server.http.receive(HEAD)).intake();
        intake.feed("{}".getBytes(StandardCharsets.UTF_8), 0, 2);
        return intake;
    }

    private static HttpAnswer answer(Intake intake) {
        return ((HttpAdmission.Answered) now(intake.admit())).answer();
    }
}
