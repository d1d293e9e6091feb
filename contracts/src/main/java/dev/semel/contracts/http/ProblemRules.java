// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 2.7 of the draft, and RFC 9457: what a client is told, and can do about it. */
abstract class ProblemRules extends HttpRules {

    @Test
    @DisplayName(
            "R34 (2.7): each problem has a type, title, detail and code of its own, and a link to the documentation")
    void distinct() {
        List<Problem> problems = oneOfEach();

        assertThat(problems).extracting(Problem::status).containsExactly(400, 400, 422, 409, 413);
        assertThat(problems).extracting(Problem::type).doesNotHaveDuplicates();
        assertThat(problems).extracting(Problem::code).doesNotHaveDuplicates();
        assertThat(problems).allSatisfy(problem -> {
            assertThat(problem.type()).contains(problem.code());
            assertThat(problem.seen().header("Link"))
                    .hasValueSatisfying(link -> assertThat(link).contains("rel=\"describedby\""));
        });
    }

    @Test
    @DisplayName("R34: Retry-After is on what passes by waiting, and on nothing else")
    void retryAfter() {
        assertThat(oneOfEach())
                .filteredOn(problem -> problem.seen().header("Retry-After").isPresent())
                .extracting(Problem::status)
                .containsExactly(409);
    }

    @Test
    @DisplayName("R27: no problem shows the key, the tenant or the payload")
    void nothingSecret() {
        Request request = Request.post("/echo").tenant("secret-tenant").text("first");
        call(request);

        Seen seen = call(request.text("secret-payload"));

        assertThat(seen.toString()).doesNotContain(request.key(), "secret-tenant", "secret-payload");
    }

    @Test
    @DisplayName("R34: a script of another origin may read what concerns it, of problems and of replays")
    void crossOrigin() {
        Request request = Request.post("/echo").header("Origin", "https://shop.example");
        call(request);

        for (Seen seen : List.of(call(request), call(request.text("another payload")))) {
            assertThat(seen.header("Access-Control-Expose-Headers"))
                    .hasValueSatisfying(
                            names -> assertThat(names).contains("Idempotent-Replayed", "Retry-After", "Link"));
        }
    }

    @Test
    @DisplayName("R34: the connection goes on after a problem, read or not, unless the server says that it ends")
    void connectionGoesOn() {
        try (Connection connection = connect()) {
            Seen problem = connection.call(Request.post("/echo").key("short"));
            assertThat(problem.status()).isEqualTo(400);
            if (problem.header("Connection").isEmpty()) {
                assertThat(connection.call(Request.post("/echo").withoutKey()).status())
                        .isEqualTo(400);
                assertThat(connection.call(Request.post("/echo")).status()).isEqualTo(201);
            } else {
                assertThat(problem.header("Connection")).hasValue("close");
            }
        }
    }

    private List<Problem> oneOfEach() {
        List<Problem> problems = new ArrayList<>();
        problems.add(Problem.of(call(Request.post("/echo").withoutKey())));
        problems.add(Problem.of(call(Request.post("/echo").key("short"))));
        Request used = Request.post("/echo");
        call(used);
        problems.add(Problem.of(call(used.text("another payload"))));
        problems.add(inFlight());
        problems.add(Problem.of(call(Request.post("/echo").bytes(new byte[HttpBench.BODY_LIMIT + 10]))));
        return problems;
    }

    private Problem inFlight() {
        Request slow = Request.post("/slow");
        try (Connection first = connect()) {
            first.send(slow);
            stage().awaitRun(slow.key());
            Problem problem = Problem.of(call(slow));
            stage().open(slow.key());
            first.read();
            return problem;
        }
    }
}
