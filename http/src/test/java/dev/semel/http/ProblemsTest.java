// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.KEY;
import static dev.semel.http.Server.created;
import static dev.semel.http.Server.now;
import static dev.semel.http.Server.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InDoubt;
import dev.semel.InvalidValueException;
import dev.semel.testkit.FaultyStore;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A problem")
class ProblemsTest {

    private static final Head CHARGE = Head.post("/charges").key(KEY);

    @ParameterizedTest
    @EnumSource
    @DisplayName("R34, RFC 9457: has type, title, status, detail and code, and a link to what describes it:")
    void members(Problem.Kind kind) {
        Problem problem = problem(kind);

        HttpAnswer answer =
                Dialect.ietf(URI.create("https://api.example/errors")).answer(problem);

        assertThat(text(answer))
                .startsWith("{\"type\":\"https://api.example/errors#" + kind.code() + "\",\"title\":\"")
                .contains(",\"status\":" + kind.status() + ",")
                .contains(",\"detail\":\"A \\\"detail\\\".\"")
                .endsWith(",\"code\":\"" + kind.code() + "\"}");
        assertThat(answer.status()).isEqualTo(kind.status());
        assertThat(answer.headers().first("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.headers().first("Link")).hasValue("<https://api.example/errors>; rel=\"describedby\"");
        assertThat(answer.headers().first("Cache-Control")).hasValue("no-store");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R28, R29: has Retry-After exactly where a retry helps, in whole seconds and never zero:")
    void retryAfter(Problem.Kind kind) {
        boolean passes = Set.of(
                        "in-progress", "in-doubt", "unavailable", "overloaded", "unreadable", "upstream-unreachable")
                .contains(kind.code());

        for (Dialect dialect : new Dialect[] {Dialect.ietf(), Dialect.stripe()}) {
            assertThat(dialect.answer(problem(kind)).headers().all("Retry-After"))
                    .isEqualTo(passes ? List.of("1") : List.of());
        }
        assertThatThrownBy(() -> new Problem(
                        kind, "code", 400, "", passes ? Optional.empty() : Optional.of(Duration.ofSeconds(1))))
                .isInstanceOf(InvalidValueException.class);
    }

    @ParameterizedTest
    @CsvSource({"PT0S, 1", "PT0.001S, 1", "PT1S, 1", "PT1.000000001S, 2", "PT2M, 120", "PT-5S, 1"})
    @DisplayName("R28: rounds its wait up: {0} is {1}")
    void rounded(Duration wait, String seconds) {
        assertThat(RetryAfter.seconds(wait)).isEqualTo(seconds);
    }

    @Test
    @DisplayName("R34: has a code of its own, and a title of its own")
    void distinct() {
        Set<String> codes = new HashSet<>();
        Set<String> titles = new HashSet<>();
        for (Problem.Kind kind : Problem.Kind.values()) {
            codes.add(kind.code());
            titles.add(problem(kind).title());
        }

        assertThat(codes).hasSameSizeAs(Problem.Kind.values());
        assertThat(titles).hasSameSizeAs(Problem.Kind.values());
    }

    @ParameterizedTest
    @CsvSource({
        "KEY_REUSED, 400, idempotency_error, key-reused, false",
        "KEY_EXPIRED, 400, idempotency_error, key-expired, false",
        "ANSWER_NOT_KEPT, 400, idempotency_error, answer-not-kept, false",
        "IN_PROGRESS, 409, idempotency_error, idempotency_key_in_use, true",
        "IN_DOUBT, 409, idempotency_error, in-doubt, true",
        "HELD, 409, idempotency_error, held, false",
        "KEY_MISSING, 400, invalid_request_error, key-missing, false",
        "BODY_TOO_LARGE, 413, invalid_request_error, body-too-large, false",
        "UNAVAILABLE, 503, api_error, unavailable, true",
    })
    @DisplayName("R34: has an error member in the dialect of Stripe:")
    void stripe(Problem.Kind kind, int status, String type, String code, String retry) {
        HttpAnswer answer = Dialect.stripe().answer(problem(kind));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(text(answer))
                .isEqualTo("{\"error\":{\"type\":\"" + type + "\",\"code\":\"" + code
                        + "\",\"message\":\"A \\\"detail\\\".\"}}");
        assertThat(answer.headers().first("Stripe-Should-Retry")).hasValue(retry);
        assertThat(answer.headers().first("Content-Type")).hasValue("application/json");
    }

    @Test
    @DisplayName("R34: and a replay look as a dialect of the user's own says")
    void ownDialect() {
        Dialect own = new Dialect() {
            @Override
            public HttpAnswer answer(Problem problem) {
                return HttpAnswer.owning(
                        problem.status(), Headers.NONE, problem.code().getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public Headers replayMarks() {
                return Headers.of("X-Again", "yes");
            }
        };
        try (Server server = Server.withSettings(settings -> settings.dialect(own))) {
            server.send(CHARGE, "{}");

            assertThat(text(server.send(CHARGE, "other"))).isEqualTo("key-reused");
            assertThat(server.send(CHARGE, "{}").headers().first("X-Again")).hasValue("yes");
        }
    }

    @Test
    @DisplayName(
            "R34, T16: and a replay look as the default has it when the user's dialect fails, and nobody waits in vain")
    void brokenDialect() {
        Dialect broken = new Dialect() {
            @Override
            public HttpAnswer answer(Problem problem) {
                throw new IllegalStateException("this dialect is broken");
            }

            @Override
            public Headers replayMarks() {
                throw new IllegalStateException("this dialect is broken");
            }
        };
        try (Server server = Server.withSettings(settings -> settings.dialect(broken))) {
            server.send(CHARGE, "{}");

            assertThat(text(server.send(CHARGE, "other"))).contains("\"code\":\"key-reused\"");
            assertThat(server.send(CHARGE, "{}").headers().first("Idempotent-Replayed"))
                    .hasValue("true");
        }
    }

    @Test
    @DisplayName("R34: and a replay let a script of another origin see their headers, and only such a script")
    void exposed() {
        Head cross = CHARGE.with("Origin", "https://shop.example");
        try (Server server = Server.start()) {
            server.send(CHARGE, "{}");

            assertThat(server.send(cross, "{}").headers().first("Access-Control-Expose-Headers"))
                    .hasValueSatisfying(
                            names -> assertThat(names).contains("Idempotent-Replayed", "Retry-After", "Link"));
            assertThat(server.send(cross, "x").headers().first("Access-Control-Expose-Headers"))
                    .isPresent();
            assertThat(server.send(CHARGE, "{}").headers().first("Access-Control-Expose-Headers"))
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("R28: while the first request runs has the status that the policy says")
    void inFlightStatus() {
        try (Server server = Server.withPolicy(policy -> policy.inFlightStatus(425))) {
            Exchange first = server.begin(CHARGE, "{}");

            HttpAnswer early = server.send(CHARGE, "{}");

            assertThat(early.status()).isEqualTo(425);
            assertThat(text(early)).contains("\"status\":425");
            now(first.answered(created("done")));
        }
    }

    @Test
    @DisplayName("R29, T18: is what everybody gets when the store is down: 503, and nothing runs")
    void failClosed() {
        FaultyStore[] faulty = new FaultyStore[1];
        try (Server server = Server.onStore(store -> faulty[0] = FaultyStore.around(store), operation -> operation)) {
            faulty[0].down();

            HttpAnswer answer = server.send(CHARGE, "{}");

            assertThat(answer.status()).isEqualTo(503);
            assertThat(text(answer)).contains("\"code\":\"unavailable\"");
            assertThat(answer.headers().first("Retry-After")).hasValue("1");
            assertThat(server.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName("R29: is replaced by an unprotected run, which is marked, where the operation fails open")
    void failOpen() {
        FaultyStore[] faulty = new FaultyStore[1];
        try (Server server = Server.onStore(
                store -> faulty[0] = FaultyStore.around(store),
                operation -> operation.inDoubt(InDoubt.rerun()).failOpen())) {
            HttpAnswer usual = server.send(CHARGE, "{}");
            faulty[0].down();
            HttpAnswer degraded = server.send(Head.post("/charges").key(Server.OTHER_KEY), "{}");

            assertThat(usual.headers().first("Idempotency-Degraded")).isEmpty();
            assertThat(degraded.status()).isEqualTo(201);
            assertThat(degraded.headers().first("Idempotency-Degraded")).hasValue("true");
        }
    }

    private static Problem problem(Problem.Kind kind) {
        boolean passes = Set.of(409, 503).contains(kind.status()) && kind != Problem.Kind.HELD;
        Optional<Duration> wait = passes ? Optional.of(Duration.ofMillis(3)) : Optional.empty();
        return new Problem(kind, kind.code(), kind.status(), "A \"detail\".", wait);
    }
}
