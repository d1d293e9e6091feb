// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Outcome;
import dev.semel.Ticket;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R22: a handler that runs in a transaction")
class TransactedRunTest {

    private static final Head HEAD = Head.post("/charges").key(Server.KEY);
    private static final int LIMIT = 100;

    private final Application application = new Application();
    private final Server server = Server.with(
            operation -> operation.answerLimit(LIMIT),
            policy -> policy.transaction(application)
                    .outcomes(OutcomeRules.defaults()
                            .exception(IllegalArgumentException.class, failure -> HttpAnswer.empty(422, Headers.NONE))
                            .exception(UnsupportedOperationException.class, Verdict.DOUBT)),
            settings -> settings);
    private final ByteArrayOutputStream client = new ByteArrayOutputStream();

    @AfterEach
    void close() {
        server.close();
    }

    private Sending run(AnswerBody.Handling handler) throws Exception {
        return run(handler, client);
    }

    private Sending run(AnswerBody.Handling handler, OutputStream to) throws Exception {
        Exchange exchange = server.begin(HEAD, "100 EUR");
        try (AnswerBody body = exchange.answerBody(() -> to)) {
            application.body = body;
            return body.transact(handler);
        }
    }

    /** Writes so many bytes and answers with this status. */
    private AnswerBody.Handling answers(int status, int size) {
        return () -> {
            application.body.write("x".repeat(size).getBytes(StandardCharsets.US_ASCII));
            return application.body.kept(status, Headers.NONE);
        };
    }

    @Test
    @DisplayName("commits a success, after it was asked whether there can be a commit, and sends its own answer")
    void success() throws Exception {
        assertThat(run(answers(201, 4))).isInstanceOf(Sending.Own.class);

        assertThat(application.told).containsExactly("checked", "committed");
        assertThat(server.send(HEAD, "100 EUR").status()).isEqualTo(201);
    }

    @Test
    @DisplayName("rolls back a known failure without asking, and saves it on its own")
    void knownFailure() throws Exception {
        assertThat(run(answers(402, 4))).isInstanceOf(Sending.Own.class);

        assertThat(application.told).containsExactly("rolled back Failed");
        assertThat(server.send(HEAD, "100 EUR").status()).isEqualTo(402);
    }

    @Test
    @DisplayName("is free again after an exception that nobody judges, which takes its usual way; an Error, too")
    void thrown() {
        IllegalStateException exception = new IllegalStateException("broken");
        AssertionError error = new AssertionError("broken");

        assertThatThrownBy(() -> run(() -> {
                    throw exception;
                }))
                .isSameAs(exception);
        assertThatThrownBy(() -> run(() -> {
                    throw error;
                }))
                .isSameAs(error);

        assertThat(application.told).containsExactly("rolled back Released", "rolled back Released");
    }

    @Test
    @DisplayName(
            "R4: is in doubt after such an exception where it took a key to ask others with: nothing rolls those back")
    void askedOthers() {
        Exchange exchange = server.begin(HEAD, "100 EUR");
        try (AnswerBody body = exchange.answerBody(() -> client)) {
            assertThatThrownBy(() -> body.transact(() -> {
                        assertThat(exchange.context().derivedKey("provider")).isNotEmpty();
                        throw new IllegalStateException("broken");
                    }))
                    .hasMessage("broken");
        }

        assertThat(application.told).containsExactly("rolled back Doubtful");
    }

    @Test
    @DisplayName("is rolled back and free where there can be no commit, although it gave an answer")
    void noCommit() {
        application.refusal = new IllegalStateException("marked for rollback");

        assertThatThrownBy(() -> run(answers(201, 4))).isSameAs(application.refusal);

        assertThat(application.told).containsExactly("checked", "rolled back Released");
    }

    @Test
    @DisplayName("R15: is rolled back and has an answer saved where a rule makes one of its exception")
    void ruled() throws Exception {
        Sending sending = run(() -> {
            throw new IllegalArgumentException("declined");
        });

        assertThat(sending)
                .isInstanceOfSatisfying(
                        Sending.Instead.class,
                        instead -> assertThat(instead.answer().status()).isEqualTo(422));
        assertThat(application.told).containsExactly("rolled back Failed");
        assertThat(server.send(HEAD, "100 EUR").status()).isEqualTo(422);
    }

    @Test
    @DisplayName("R15, R4: where nothing but the commit fails it is judged as if it had thrown that itself")
    void commitFails() throws Exception {
        application.commit = new IllegalStateException("broken");
        assertThatThrownBy(() -> run(answers(201, 4))).isSameAs(application.commit);
        application.commit = new IllegalArgumentException("checked at the commit");
        assertThat(run(answers(201, 4)))
                .isInstanceOfSatisfying(
                        Sending.Instead.class,
                        instead -> assertThat(instead.answer().status()).isEqualTo(422));

        assertThat(application.told)
                .containsExactly("checked", "rolled back Released", "checked", "rolled back Failed");
    }

    @Test
    @DisplayName("sends its own answer where it turns out that what seemed to fail was committed")
    void committedAfterAll() throws Exception {
        application.commit = new IllegalStateException("thrown after the commit");
        application.commits = true;

        assertThat(run(answers(201, 4))).isInstanceOf(Sending.Own.class);
    }

    @Test
    @DisplayName("R15: is in doubt where a rule says so of its exception")
    void doubted() {
        assertThatThrownBy(() -> run(() -> {
                    throw new UnsupportedOperationException("who knows");
                }))
                .isInstanceOf(UnsupportedOperationException.class);

        assertThat(application.told).containsExactly("rolled back Doubtful");
    }

    @Test
    @DisplayName("R19: commits an answer that is too large, of which nothing has left, and says that it is not kept")
    void tooLarge() throws Exception {
        Sending sending = run(answers(201, LIMIT + 1));

        assertThat(client.size()).isZero();
        assertThat(application.told).containsExactly("checked", "committed");
        assertThat(sending).isInstanceOf(Sending.Instead.class);
        assertThat(server.send(HEAD, "100 EUR").status()).isEqualTo(410);
    }

    @Test
    @DisplayName(
            "R10: that was taken over sends what the other attempt's client gets, whatever it gave or threw itself")
    void lost() throws Exception {
        application.loses = true;

        assertThat(run(answers(201, 4))).isInstanceOf(Sending.Instead.class);
        assertThat(run(() -> {
                    throw new IllegalStateException("too late");
                }))
                .isInstanceOf(Sending.Instead.class);
    }

    /** An application's transactions: on nothing, but it says what would have become of them. */
    private static final class Application implements Transacting {

        private static final Admission ANOTHER =
                new Admission.Conflict(Admission.Conflict.Cause.IN_PROGRESS, Duration.ofSeconds(1));

        private final List<String> told = new ArrayList<>();
        private AnswerBody body;
        private Exception refusal;
        private Exception commit;
        private boolean commits;
        private boolean loses;

        @Override
        public Completion run(Ticket ticket, Work work) throws Exception {
            Outcome done = work.run(() -> {
                told.add("checked");
                if (refusal != null) {
                    throw refusal;
                }
            });
            Outcome failed = commit == null ? done : work.rolledBack(commit);
            Outcome outcome = commits ? done : failed;
            told.add(
                    outcome instanceof Outcome.Completed
                            ? "committed"
                            : "rolled back " + outcome.getClass().getSimpleName());
            Completion completion = Server.now(ticket.end(loses ? Outcome.released() : outcome));
            if (outcome instanceof Outcome.Released && commit != null) {
                throw commit;
            }
            return loses ? new Completion.Lost(ANOTHER) : completion;
        }
    }
}
