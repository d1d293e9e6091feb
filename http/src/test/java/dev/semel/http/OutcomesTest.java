// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.KEY;
import static dev.semel.http.Server.created;
import static dev.semel.http.Server.now;
import static dev.semel.http.Server.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InDoubt;
import dev.semel.Outcome;
import dev.semel.Reconciliation;
import dev.semel.Saved;
import dev.semel.SettingException;
import dev.semel.state.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("How a handler ends decides what a retry gets:")
class OutcomesTest {

    private static final Head CHARGE = Head.post("/charges").key(KEY);

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 301, 302, 303, 307, 400, 402, 404, 409, 410, 418, 422, 451, 500})
    @DisplayName("R15: a known outcome is saved and replayed:")
    void saved(int status) {
        try (Server server = Server.start()) {
            assertThat(replayOf(server, status).headers().first("Idempotent-Replayed"))
                    .hasValue("true");
            assertThat(server.runs).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 425, 429})
    @DisplayName("R15: an answer that says that nothing was done frees the key, for any body:")
    void released(int status) {
        try (Server server = Server.start()) {
            server.send(CHARGE, "first", () -> HttpAnswer.empty(status, Headers.NONE));

            assertThat(server.send(CHARGE, "second").status()).isEqualTo(201);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 501, 502, 503, 504, 507, 599})
    @DisplayName("R15, T17: an answer that nobody can trust is in doubt, and the operation's choice applies:")
    void inDoubt(int status) {
        try (Server holding = Server.start();
                Server rerunning = Server.withOperation(operation -> operation.inDoubt(InDoubt.rerun()))) {
            HttpAnswer first = holding.send(CHARGE, "{}", () -> HttpAnswer.empty(status, Headers.NONE));
            rerunning.send(CHARGE, "{}", () -> HttpAnswer.empty(status, Headers.NONE));
            HttpAnswer held = holding.send(CHARGE, "{}");

            assertThat(first.status()).isEqualTo(status);
            assertThat(held.status()).isEqualTo(409);
            assertThat(text(held)).contains("\"code\":\"held\"");
            assertThat(held.headers().first("Retry-After")).isEmpty();
            HttpContext second = rerunning.begin(CHARGE, "{}").context();
            assertThat(second.attempt()).isEqualTo(2);
            assertThat(second.reason()).isEqualTo(Reason.IN_DOUBT);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 199, 600, 999})
    @DisplayName("R15: what is no final status is in doubt, and leaves no zombie:")
    void strangeStatus(int status) {
        try (Server server = Server.start()) {
            server.send(CHARGE, "{}", () -> HttpAnswer.empty(status, Headers.NONE));

            assertThat(text(server.send(CHARGE, "{}"))).contains("\"code\":\"held\"");
        }
    }

    @Test
    @DisplayName("R15: a status can be judged otherwise for an operation")
    void configuredStatus() {
        OutcomeRules rules =
                OutcomeRules.defaults().status(503, Verdict.RELEASE).status(403, Verdict.SAVE);
        try (Server server = Server.withPolicy(policy -> policy.outcomes(rules))) {
            server.send(CHARGE, "{}", () -> HttpAnswer.empty(503, Headers.NONE));
            server.send(CHARGE, "{}", () -> HttpAnswer.empty(403, Headers.NONE));

            assertThat(server.send(CHARGE, "{}").status()).isEqualTo(403);
        }
    }

    @Test
    @DisplayName("R15, T16: an exception is in doubt, goes its usual way, and leaves no zombie")
    void exception() {
        try (Server server = Server.start()) {
            Sending sending = now(server.begin(CHARGE, "{}").threw(new IllegalStateException()));

            assertThat(sending).isInstanceOf(Sending.Own.class);
            assertThat(text(server.send(CHARGE, "{}"))).contains("\"code\":\"held\"");
        }
    }

    @Test
    @DisplayName("R15: an exception that means that nothing was done frees the key; the last rule that fits counts")
    void releasingException() {
        OutcomeRules rules = OutcomeRules.defaults()
                .exception(RuntimeException.class, Verdict.DOUBT)
                .exception(IllegalArgumentException.class, Verdict.RELEASE);
        try (Server server = Server.withPolicy(policy -> policy.outcomes(rules))) {
            now(server.begin(CHARGE, "{}").threw(new NumberFormatException()));

            assertThat(server.send(CHARGE, "other").status()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("R15: an exception that is a known failure has an answer, which is sent and saved")
    void knownException() {
        OutcomeRules rules = OutcomeRules.defaults()
                .exception(
                        ArithmeticException.class,
                        failure -> HttpAnswer.owning(
                                402, Headers.NONE, failure.getMessage().getBytes(StandardCharsets.UTF_8)));
        try (Server server = Server.withPolicy(policy -> policy.outcomes(rules))) {
            HttpAnswer own = HttpAnswer.empty(500, Headers.NONE);
            HttpAnswer first = now(server.begin(CHARGE, "{}").threw(new ArithmeticException("declined")))
                    .or(own);
            HttpAnswer second = server.send(CHARGE, "{}");

            assertThat(first.status()).isEqualTo(402);
            assertThat(second.status()).isEqualTo(402);
            assertThat(text(second)).isEqualTo("declined");
        }
    }

    @Test
    @DisplayName("R15, T16: a rule that fails itself leaves the outcome in doubt")
    void brokenRule() {
        OutcomeRules rules = OutcomeRules.defaults().exception(ArithmeticException.class, failure -> {
            throw new IllegalStateException("the rule is broken");
        });
        try (Server server = Server.withPolicy(policy -> policy.outcomes(rules))) {
            now(server.begin(CHARGE, "{}").threw(new ArithmeticException()));

            assertThat(text(server.send(CHARGE, "{}"))).contains("\"code\":\"held\"");
        }
    }

    @Test
    @DisplayName("R15: an exception cannot be saved without an answer")
    void exceptionWithoutAnswer() {
        assertThatThrownBy(() -> OutcomeRules.defaults().exception(RuntimeException.class, Verdict.SAVE))
                .isInstanceOf(SettingException.class);
    }

    @Test
    @DisplayName(
            "R15: without a rule of the policy's the operation's classifier is asked, and a plain value is a 500 or 200")
    void classifier() {
        Saved known = Saved.of("text/plain", "no funds".getBytes(StandardCharsets.UTF_8));
        try (Server server =
                Server.withOperation(operation -> operation.classifier(failure -> Outcome.failed(known)))) {
            HttpAnswer own = HttpAnswer.empty(500, Headers.NONE);
            HttpAnswer first = now(server.begin(CHARGE, "{}").threw(new ArithmeticException()))
                    .or(own);
            HttpAnswer second = server.send(CHARGE, "{}");

            assertThat(text(first)).isEqualTo("no funds");
            assertThat(second.status()).isEqualTo(500);
            assertThat(text(second)).isEqualTo("no funds");
            assertThat(second.headers().first("Content-Type")).hasValue("text/plain");
        }
    }

    @Test
    @DisplayName(
            "R15: a proxy that has sent nothing releases, and one that lost its upstream is in doubt, whatever it answers")
    void byHand() {
        try (Server server = Server.start()) {
            now(server.begin(CHARGE, "first").released());
            now(server.begin(CHARGE, "second").doubted());

            assertThat(text(server.send(CHARGE, "second"))).contains("\"code\":\"held\"");
        }
    }

    @Test
    @DisplayName("R10: an attempt that was taken over sends nothing of its own, but what its successor answered")
    void fencedOut() {
        try (Server server = Server.withOperation(operation -> operation.inDoubt(InDoubt.rerun()))) {
            Exchange slow = server.begin(CHARGE, "{}");
            server.time.pauseProcess(Duration.ofMinutes(1));
            Exchange next = server.begin(CHARGE, "{}");

            HttpAnswer own = created("mine");
            HttpAnswer tooEarly = now(slow.answered(own)).or(own);
            now(next.answered(created("successor's")));

            assertThat(tooEarly.status()).isEqualTo(409);
            assertThat(next.context().reason()).isEqualTo(Reason.LEASE_LAPSED);
            assertThat(text(server.send(CHARGE, "{}"))).isEqualTo("successor's");
        }
    }

    @Test
    @DisplayName("R10: a failure of an attempt that was taken over is not sent either")
    void fencedOutFailure() {
        try (Server server = Server.withOperation(operation -> operation.inDoubt(InDoubt.rerun()))) {
            Exchange slow = server.begin(CHARGE, "{}");
            server.time.pauseProcess(Duration.ofMinutes(1));
            now(server.begin(CHARGE, "{}").answered(created("successor's")));

            HttpAnswer sent = now(slow.threw(new IllegalStateException())).or(created("mine"));

            assertThat(text(sent)).isEqualTo("successor's");
            assertThat(sent.headers().first("Idempotent-Replayed")).hasValue("true");
        }
    }

    @Test
    @DisplayName("R16: a reconciler gives an answer of HTTP")
    void reconciled() {
        AtomicInteger asked = new AtomicInteger();
        HttpAnswer found = HttpAnswer.empty(201, Headers.of("Location", "/charges/7"));
        try (Server server = Server.withOperation(operation -> operation.inDoubt(InDoubt.reconcile(doubt -> {
            asked.incrementAndGet();
            return CompletableFuture.completedFuture(
                    Reconciliation.happened(HttpSnapshot.codec().save(found)));
        })))) {
            now(server.begin(CHARGE, "{}").doubted());

            HttpAnswer retry = server.send(CHARGE, "{}");

            assertThat(retry.status()).isEqualTo(201);
            assertThat(retry.headers().first("Location")).hasValue("/charges/7");
            assertThat(asked).hasValue(1);
            assertThat(server.runs).hasValue(0);
        }
    }

    private static HttpAnswer replayOf(Server server, int status) {
        HttpAnswer own = HttpAnswer.owning(status, Headers.NONE, new byte[0]);
        server.send(CHARGE, "{}", () -> {
            server.runs.incrementAndGet();
            return own;
        });
        HttpAnswer replay = server.send(CHARGE, "{}");
        assertThat(replay.status()).isEqualTo(status);
        return replay;
    }
}
