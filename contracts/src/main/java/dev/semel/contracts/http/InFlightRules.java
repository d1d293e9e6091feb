// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sections 2.6 and 2.7 of the draft: a retry while the first request is still being processed. */
abstract class InFlightRules extends HttpRules {

    private static final int CALLERS = 24;

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R6, R28, R34 (2.7): while the first request runs, a retry is told 409 and when to come again")
    void conflict() {
        Request request = Request.post("/slow");
        try (Connection first = connect()) {
            first.send(request);
            stage().awaitRun(request.key());

            Problem problem = Problem.of(call(request)).passes();

            assertThat(problem.status()).isEqualTo(409);
            stage().open(request.key());
            assertReplays(first.read(), call(request));
        }
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R28: where the operation waits, a retry gets the first answer as soon as it is there")
    void waits() {
        Request request = Request.post("/waits");
        try (Connection first = connect();
                Connection second = connect()) {
            first.send(request);
            stage().awaitRun(request.key());
            second.send(request);
            stage().open(request.key());

            assertReplays(first.read(), second.read());
        }
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R1, R6: of 24 duplicates at once over open connections one runs; the others conflict or are replayed")
    void atOnce() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        List<Connection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < CALLERS; i++) {
                connections.add(connect());
                assertThat(connections.get(i).call(Request.post("/echo")).status())
                        .isEqualTo(201);
            }
            for (int round = 0; round < Rounds.of("httpRaces"); round++) {
                oneRuns(connections, callers);
            }
        } finally {
            connections.forEach(Connection::close);
            callers.shutdownNow();
        }
    }

    private void oneRuns(List<Connection> connections, ExecutorService callers) throws Exception {
        Request request = Request.post("/echo");
        List<CompletableFuture<Seen>> answers = new ArrayList<>();
        for (Connection connection : connections) {
            answers.add(CompletableFuture.supplyAsync(() -> connection.call(request), callers));
        }
        List<Seen> owners = new ArrayList<>();
        List<Seen> others = new ArrayList<>();
        for (CompletableFuture<Seen> answer : answers) {
            Seen seen = answer.get();
            (seen.status() == 201 && !seen.isReplay() ? owners : others).add(seen);
        }
        assertThat(owners).as("those who run").hasSize(1);
        Seen own = owners.get(0);
        for (Seen other : others) {
            if (other.status() == 409) {
                Problem.of(other).passes();
            } else {
                assertReplays(own, other);
            }
        }
        assertReplays(own, call(request));
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R1: duplicates that are pipelined on one connection are answered in order, and run once")
    void pipelined() {
        Request one = Request.post("/echo").text("one");
        Request two = Request.post("/echo").text("two").chunked(3);
        try (Connection connection = connect()) {
            for (Request request : List.of(one, two, one, two)) {
                connection.send(request);
            }
            Seen first = connection.read();
            Seen second = connection.read();

            assertThat(first.text()).endsWith(": one");
            assertThat(second.text()).endsWith(": two");
            assertReplays(first, connection.read());
            assertReplays(second, connection.read());
        }
        assertRan(one, 1);
        assertRan(two, 1);
    }

    @Test
    @DisplayName("R8: a request of another key is not held up by one that runs")
    void othersGoOn() {
        Request slow = Request.post("/slow");
        try (Connection first = connect()) {
            first.send(slow);
            stage().awaitRun(slow.key());

            assertRunsOnce(Request.post("/echo"));

            stage().open(slow.key());
            assertThat(first.read().status()).isEqualTo(200);
        }
    }
}
