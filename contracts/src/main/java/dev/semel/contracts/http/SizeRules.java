// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers that are too large to keep, or streamed; and how much a server takes on at once. */
abstract class SizeRules extends HttpRules {

    private static final int CROWD = 24;

    @Test
    @DisplayName("R19: an answer within the limit is kept whole")
    void withinTheLimit() {
        Request request = Request.post("/large?bytes=" + (HttpBench.ANSWER_LIMIT - 4096));

        Seen first = call(request);

        assertThat(first.body()).hasSize(HttpBench.ANSWER_LIMIT - 4096);
        assertReplays(first, call(request));
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName(
            "R19, T9: an answer beyond the limit reaches its client whole, and is never made again: a problem says so")
    void beyondTheLimit() {
        Request request = Request.post("/large?bytes=" + HttpBench.ANSWER_LIMIT * 8);

        Seen first = call(request);
        Problem again = Problem.of(call(request)).stays();

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body()).hasSize(HttpBench.ANSWER_LIMIT * 8);
        assertThat(first.header("Content-Type")).hasValue("application/octet-stream");
        assertThat(again.status()).isEqualTo(410);
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R19, T9: an answer that only its headers push beyond the limit is not freed, either")
    void atTheLimit() {
        Request request = Request.post("/large?bytes=" + HttpBench.ANSWER_LIMIT);

        assertThat(call(request).body()).hasSize(HttpBench.ANSWER_LIMIT);
        assertThat(call(request).status()).isIn(200, 410);
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R19: an answer that is flushed in pieces is kept whole if it is within the limit")
    void streamedWithinTheLimit() {
        Request request = Request.post("/stream?bytes=20000");
        try (Connection first = connect()) {
            first.send(request);
            stage().awaitRun(request.key());
            assertThat(Problem.of(call(request)).passes().status()).isEqualTo(409);
            stage().open(request.key());
            Seen own = first.read();

            assertThat(own.text()).endsWith("xend");
            assertReplays(own, call(request));
        }
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R19: a stream beyond the limit begins to leave before its end, and is never made again")
    void streamedBeyondTheLimit() {
        Request request = Request.post("/stream?bytes=" + HttpBench.ANSWER_LIMIT * 4);
        try (Connection first = connect()) {
            first.send(request);

            Seen beginning = first.readBeginning(HttpBench.ANSWER_LIMIT);

            assertThat(beginning.status()).isEqualTo(200);
            assertThat(beginning.text()).contains("run ");
            stage().open(request.key());
            awaitGone(request);
        }
        assertRan(request, 1);
    }

    private void awaitGone(Request request) {
        awaitState(request, "stream", dev.semel.state.State.COMPLETED);
        assertThat(Problem.of(call(request)).stays().status()).isEqualTo(410);
    }

    @Test
    @DisplayName(
            "R29: large answers and their replays take no memory for good: many later the next one comes as the first did")
    void answersGiveTheirMemoryBack() {
        String target = "/large?bytes=" + (HttpBench.ANSWER_LIMIT - 4096);
        Request kept = Request.post(target);
        for (int i = 0; i < CROWD; i++) {
            assertThat(call(Request.post(target)).status()).as("answer " + i).isEqualTo(200);
            assertThat(call(kept).status()).as("replay " + i).isEqualTo(200);
        }
        assertRan(kept, 1);
    }

    @Test
    @DisplayName(
            "R29: more bodies at once than there is room for are told 503 and when to come again; then there is room")
    void boundedMemory() {
        for (int round = 0; round < 2; round++) {
            fillUp();
        }
    }

    private void fillUp() {
        List<Connection> connections = new ArrayList<>();
        List<Request> running = new ArrayList<>();
        List<Connection> refused = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            Request request = Request.post("/slow").bytes(new byte[HttpBench.IN_MEMORY]);
            Connection connection = connect();
            connections.add(connection);
            connection.send(request);
            while (stage().runs(request.key()) == 0 && !connection.hasAnswer()) {
                Thread.onSpinWait();
            }
            if (connection.hasAnswer()) {
                refused.add(connection);
            } else {
                running.add(request);
            }
        }
        assertThat(running).as("those that run").isNotEmpty();
        assertThat(refused).as("those that found no room").isNotEmpty();
        refused.forEach(connection ->
                assertThat(Problem.of(connection.read()).passes().status()).isEqualTo(503));
        running.forEach(request -> stage().open(request.key()));
        connections.removeAll(refused);
        connections.forEach(connection -> assertThat(connection.read().status()).isEqualTo(200));
        connections.forEach(Connection::close);
        refused.forEach(Connection::close);
        assertThat(call(Request.post("/echo").bytes(new byte[HttpBench.IN_MEMORY]))
                        .status())
                .isEqualTo(201);
    }
}
