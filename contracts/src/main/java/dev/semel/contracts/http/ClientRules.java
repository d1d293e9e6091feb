// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.State;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that hang up. */
abstract class ClientRules extends HttpRules {

    private static final int MANY = 40;

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName(
            "R18, T8: a client that vanishes while the handler runs changes nothing: the answer is saved and replayed")
    void vanishesDuringTheRun() {
        Request request = Request.post("/slow");
        Connection first = connect();
        first.send(request);
        stage().awaitRun(request.key());

        first.vanish();
        assertThat(Problem.of(call(request)).passes().status()).isEqualTo(409);
        stage().open(request.key());

        awaitState(request, "plain", State.COMPLETED);
        Seen again = call(request);
        assertThat(again.isReplay()).isTrue();
        assertThat(again.text()).startsWith("run ");
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R18, T8: so does one that vanishes while a large answer is on its way")
    void vanishesDuringTheAnswer() {
        Request request = Request.post("/large?bytes=" + HttpBench.ANSWER_LIMIT * 40);
        Connection first = connect();
        first.send(request);
        first.readBeginning(100);

        first.vanish();

        awaitState(request, "large", State.COMPLETED);
        assertThat(Problem.of(call(request)).stays().status()).isEqualTo(410);
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R18, T8: so does one that vanishes while an answer is streamed: the handler writes on to its end")
    void vanishesDuringTheStream() {
        Request request = Request.post("/stream?bytes=" + HttpBench.ANSWER_LIMIT * 40);
        Connection first = connect();
        first.send(request);
        first.readBeginning(100);

        first.vanish();
        stage().open(request.key());

        awaitState(request, "stream", State.COMPLETED);
        assertThat(Problem.of(call(request)).stays().status()).isEqualTo(410);
        assertRan(request, 1);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R18: a client that vanishes in the middle of its body has asked for nothing; its retry runs")
    void vanishesDuringTheBody() {
        Request request = Request.post("/echo").text("a body that is long enough to be cut");
        try (Connection first = connect()) {
            first.send(request.head());
            first.send(request.body(), 0, 10);
            first.vanish();
        }

        Seen seen = call(request);

        assertThat(seen.status()).isEqualTo(201);
        assertThat(seen.isReplay()).isFalse();
        assertReplays(seen, call(request));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R29: clients that vanish in the middle of their bodies take no room with them")
    void vanishingTakesNoRoom() {
        Request large = Request.post("/echo").bytes(new byte[HttpBench.IN_MEMORY]);
        for (int i = 0; i < MANY; i++) {
            Connection connection = connect();
            connection.send(large.head());
            connection.send(large.body(), 0, HttpBench.IN_MEMORY - 1);
            connection.vanish();
        }

        Seen seen = call(large);
        long until = System.nanoTime() + HttpStage.patience() * 1_000_000_000L;
        while (seen.status() == 503 && System.nanoTime() < until) {
            // The last of them may still be noticed, on a busy machine after a while.
            LockSupport.parkNanos(1_000_000);
            seen = call(large);
        }

        assertThat(seen.status()).isEqualTo(201);
    }
}
