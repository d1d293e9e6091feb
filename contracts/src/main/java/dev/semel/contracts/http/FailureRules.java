// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.http.HttpHarness.Outage;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpSnapshot;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.State;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a request when its handler, or the store, fails. */
abstract class FailureRules extends HttpRules {

    private static final Duration HOUR = Duration.ofHours(1);

    @AfterEach
    void repaired() {
        harness().outage(Outage.NONE);
    }

    @Tag(HttpContract.SERVER)
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/throws", "/throws-late"})
    @DisplayName(
            "R15, T16: an uncaught exception is a 5xx for its client; seen in-process it leaves a doubt, not a zombie:")
    void uncaught(String route) {
        Request request = Request.post(route);

        Seen first = call(request);
        Seen again = call(request);

        assertThat(first.status()).isBetween(500, 599);
        assertThat(first.isReplay()).isFalse();
        assertThat(again.status()).isBetween(500, 599);
        assertThat(again.isReplay()).as("replayed").isEqualTo(harness().savesWhatThrows());
        assertRan(request, harness().savesWhatThrows() ? 1 : 2);
        awaitState(request, "plain", harness().savesWhatThrows() ? State.FAILED : State.IN_DOUBT);
    }

    @Tag(HttpContract.SERVER)
    @Test
    @DisplayName("R15, R19: a failure when the answer has begun to leave breaks it off: no part passes for the whole")
    void breaksOff() {
        Request request = Request.post("/throws-late?bytes=" + (2 << 20));
        try (Connection first = connect()) {
            first.send(request);

            assertThat(first.readsWhole200()).as("a whole answer").isFalse();
        }
        awaitState(request, "plain", State.IN_DOUBT);
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R16: where a doubt is held, nobody runs again: 409 that does not pass by waiting")
    void held() {
        Request request = Request.post("/held");
        assertThat(call(request).status()).isBetween(500, 599);

        Seen again = call(request);

        if (harness().savesWhatThrows()) {
            assertThat(again.isReplay()).isTrue();
        } else {
            Problem problem = Problem.of(again).stays();
            assertThat(problem.status()).isEqualTo(409);
            assertThat(problem.code()).isNotEqualTo("in-progress");
        }
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R15, T17: an answer of 500 is a known failure, and is replayed, not run again")
    void answered500() {
        assertRunsOnce(Request.post("/answer?status=500"));
    }

    @Test
    @DisplayName("R29, T18: when the store cannot be reached nothing runs: 503 and when to come again")
    void failsClosed() {
        Request request = Request.post("/echo");
        harness().outage(Outage.ALL);

        Problem problem = Problem.of(call(request)).passes();

        assertThat(problem.status()).isEqualTo(503);
        assertRan(request, 0);
        harness().outage(Outage.NONE);
        assertRunsOnce(request);
    }

    @Test
    @DisplayName("R29: a known key is not run again either while the store cannot be reached")
    void knownKeyFailsClosed() {
        Request request = Request.post("/echo");
        Seen first = call(request);
        harness().outage(Outage.ALL);

        assertThat(Problem.of(call(request)).passes().status()).isEqualTo(503);

        harness().outage(Outage.NONE);
        assertReplays(first, call(request));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R29: where the operation fails open it runs, and its answer is marked; with a store it is not")
    void failsOpen() {
        Request request = Request.post("/open");
        harness().outage(Outage.ALL);

        Seen unprotected = call(request);

        assertThat(unprotected.status()).isEqualTo(201);
        assertThat(unprotected.all("Idempotency-Degraded")).containsExactly("true");
        harness().outage(Outage.NONE);
        Seen protectedOne = call(Request.post("/open"));
        assertThat(protectedOne.header("Idempotency-Degraded")).isEmpty();
    }

    @Test
    @DisplayName(
            "R17, T7: a success that cannot be recorded is given to its client all the same, and never frees the key")
    void unrecorded() {
        Request request = Request.post("/hasty");
        harness().outage(Outage.ENDINGS);

        Seen first = call(request);

        assertThat(first.status()).isEqualTo(201);
        assertThat(Problem.of(call(request)).passes().status()).isEqualTo(409);
        harness().outage(Outage.NONE);
        awaitState(request, "hasty", State.COMPLETED);
        assertReplays(first, call(request));
        assertRan(request, 1);
    }

    @Test
    @DisplayName("R10: an attempt that was taken over sends nothing of its own: its client gets the other's answer")
    void takenOver() {
        Request request = Request.post("/slow");
        try (Connection first = connect()) {
            first.send(request);
            stage().awaitRun(request.key());
            takeOver(record(request, "plain").orElseThrow().record(), "done by another attempt");

            stage().open(request.key());
            Seen seen = first.read();

            assertThat(seen.status()).isEqualTo(202);
            assertThat(seen.text()).isEqualTo("done by another attempt");
            assertThat(seen.isReplay()).isTrue();
            assertReplays(seen, call(request));
        }
        assertRan(request, 1);
    }

    /** What another process does that took the attempt for dead: it claims the key and completes it. */
    private void takeOver(KeyRecord running, String text) {
        done(harness().store().abandon(new Abandon(running.id(), running.claimId())));
        ClaimId claimId = new ClaimId(running.claimId().origin() + 1, 1);
        done(harness()
                .store()
                .claim(new Claim(
                        running.id(), running.fingerprint(), claimId, HOUR, HOUR, HOUR, OnDoubt.TAKE, 0, null)));
        HttpAnswer answer =
                HttpAnswer.of(202, Headers.of("Content-Type", "text/plain"), text.getBytes(StandardCharsets.UTF_8));
        Ending saved = new Ending.Save(true, HttpSnapshot.codec().save(answer), 0);
        int attempt = running.attempt() + 1;
        done(harness().store().finish(new Finish(running.id(), attempt, claimId, saved, HOUR, OnDoubt.TAKE)));
    }

    private static void done(CompletionStage<?> stage) {
        stage.toCompletableFuture().join();
    }
}
