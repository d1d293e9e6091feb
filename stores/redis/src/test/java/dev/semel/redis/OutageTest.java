// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.RedisProcess;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A Redis that does not answer")
class OutageTest {

    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final int MOST = 100;

    private RedisProcess server;
    private Wire wire;
    private Raw raw;
    private RedisStore store;

    @BeforeEach
    void open() throws Exception {
        server = RedisProcess.start();
        wire = new Wire(server.port());
        raw = new Raw(server.uri());
        store = Commands.opened(RedisStore.at("redis://127.0.0.1:" + wire.port())
                .callLimit(LIMIT)
                .inFlight(MOST));
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        raw.close();
        wire.close();
        server.close();
    }

    @Test
    @DisplayName(
            "R7, T24: a claim that was cut off between effect and answer is not sent again by the driver, and finds"
                    + " its own record when the caller sends it again")
    void claimCutOff() {
        completed(Commands.freshId());
        long before = raw.calls("set");
        Claim claim = Commands.claim(Commands.freshId());
        wire.loseAnswers();

        CompletionStage<ClaimAnswer> lost = store.claim(claim);
        Eventually.holds("the claim has its effect", () -> raw.has(claim.id()));
        wire.cutAndHeal();
        assertUnavailable(lost);
        assertWorksAgain();

        // The lost claim, and those of the look whether it works again, each one for a record of its own.
        assertThat(raw.calls("set") - before).isEqualTo(raw.commands().dbsize() - 1);
        ClaimAnswer again = Commands.answered(() -> store.claim(claim));
        assertThat(again).isInstanceOf(ClaimAnswer.Granted.class);
        assertThat(((ClaimAnswer.Granted) again).sighting().record().attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "R7, R17: a completion that was cut off between effect and answer stands, and is told so when sent again")
    void completionCutOff() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.answered(() -> store.claim(claim));
        wire.loseAnswers();

        CompletionStage<FinishAnswer> lost = store.finish(Commands.completes(claim, "paid"));
        assertUnavailable(lost);
        awaitCompletion(claim);
        wire.cutAndHeal();

        FinishAnswer again = Commands.answered(() -> store.finish(Commands.completes(claim, "paid")));
        assertThat(again).isInstanceOf(FinishAnswer.AlreadyEnded.class);
        assertThat(((FinishAnswer.AlreadyEnded) again).isSaved()).isTrue();
    }

    @Test
    @DisplayName("R29: that is silent fails its callers in time, refuses more than a bound at once, and is used again"
            + " when it is back")
    void silence() {
        wire.fallSilent();
        long began = System.nanoTime();

        List<CompletableFuture<ClaimAnswer>> calls = claims(MOST);
        CompletableFuture<ClaimAnswer> tooMany =
                store.claim(Commands.claim(Commands.freshId())).toCompletableFuture();

        assertThat(tooMany).as("refused at once").isCompletedExceptionally();
        assertThatThrownBy(() -> Commands.now(tooMany)).hasMessageContaining("does not keep up");
        calls.forEach(OutageTest::assertUnavailable);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LIMIT.multipliedBy(20));
        wire.cutAndHeal();
        assertWorksAgain();
    }

    @Test
    @DisplayName("R29: that stays silent is given up, and then refuses at once instead of keeping what is sent")
    void givenUp() {
        wire.fallSilent();
        assertUnavailable(store.claim(Commands.claim(Commands.freshId())));

        Eventually.holds("the connection is given up", () -> {
            CompletableFuture<ClaimAnswer> call =
                    store.claim(Commands.claim(Commands.freshId())).toCompletableFuture();
            return call.isCompletedExceptionally();
        });
        wire.cutAndHeal();
        assertWorksAgain();
    }

    @Test
    @DisplayName("R29: that is slower than the limit is unavailable, and its late answers harm nobody")
    void slow() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.answered(() -> store.claim(claim));
        wire.delayAnswers(LIMIT.multipliedBy(2));
        assertUnavailable(store.finish(Commands.completes(claim, "paid")));
        assertThat(Commands.now(store.renew(List.of(Commands.renewal(claim))))).containsExactly(RenewAnswer.UNKNOWN);

        wire.delayAnswers(Duration.ZERO);
        assertWorksAgain();
        ClaimAnswer replay = Commands.answered(() -> store.claim(Commands.claim(claim.id())));
        assertThat(replay).isInstanceOf(ClaimAnswer.Final.class);
    }

    @Test
    @DisplayName(
            "R29: that answers more slowly than it is asked is not sent more and more, and is used again afterwards")
    void backlog() {
        Commands.answered(() -> store.claim(Commands.claim(Commands.freshId())));
        long before = raw.calls("set");
        // Longer than anybody waits, and less than what counts as silence.
        wire.delayAnswers(LIMIT.multipliedBy(3).dividedBy(2));
        List<CompletableFuture<ClaimAnswer>> first = claims(MOST);
        first.forEach(OutageTest::assertUnavailable);

        List<CompletableFuture<ClaimAnswer>> more = claims(MOST);

        assertThat(more)
                .as("the first are still under way, although nobody waits for them")
                .anySatisfy(claim ->
                        assertThatThrownBy(() -> Commands.now(claim)).hasMessageContaining("does not keep up"));
        more.forEach(OutageTest::assertUnavailable);
        assertThat(raw.calls("set") - before).as("sent").isLessThan(2L * MOST);
        wire.delayAnswers(Duration.ZERO);
        assertWorksAgain();
    }

    private List<CompletableFuture<ClaimAnswer>> claims(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> store.claim(Commands.claim(Commands.freshId())).toCompletableFuture())
                .toList();
    }

    @Test
    @DisplayName(
            "R29: that is gone refuses at once, and a new server in its place is used, which gets the scripts anew")
    void gone() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.answered(() -> store.claim(claim));
        server.kill();
        wire.cutAndHeal();
        assertUnavailable(store.claim(Commands.claim(Commands.freshId())));

        server = RedisProcess.startOn(server.port());
        assertWorksAgain();

        RecordId id = Commands.freshId();
        completed(id);
        assertThat(Commands.answered(() -> store.find(id))).isPresent();
        assertThat(Commands.answered(() -> store.find(claim.id())))
                .as("it had no persistence")
                .isEmpty();
    }

    @Test
    @DisplayName("R8, R12: that stood still for longer than a lease lets the lease lapse by its own clock; the owner is"
            + " fenced by whoever took over")
    void stoppedForLongerThanALease() {
        Claim claim = Commands.leasing(Commands.freshId(), Duration.ofMillis(300));
        Commands.answered(() -> store.claim(claim));
        server.pause();
        assertUnavailable(store.find(claim.id()));
        server.goOn();

        assertWorksAgain();
        Claim rival = Commands.claim(claim.id());
        ClaimAnswer taken = Commands.answered(() -> store.claim(rival));

        assertThat(taken).isInstanceOf(ClaimAnswer.Granted.class);
        assertThat(((ClaimAnswer.Granted) taken).sighting().record().attempt()).isEqualTo(2);
        assertThat(Commands.answered(() -> store.finish(Commands.completes(claim, "late"))))
                .isInstanceOf(FinishAnswer.Fenced.class);
        assertThat(renewed(claim)).isEqualTo(RenewAnswer.LOST);
    }

    @Test
    @DisplayName("R9: that was made a replica is left by whoever only renews, to ask for the master again")
    void demoted() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.answered(() -> store.claim(claim));
        try (RedisProcess other = RedisProcess.start()) {
            long before = raw.connections();
            raw.commands().replicaof("127.0.0.1", other.port());

            Eventually.holds("it connects anew", () -> {
                Commands.now(store.renew(List.of(Commands.renewal(claim))));
                return raw.connections() > before;
            });
        }
    }

    @Test
    @DisplayName("R29: and whose store is closed meanwhile: every call is answered, and so is every later one")
    void closed() {
        server.pause();
        List<CompletableFuture<?>> calls = IntStream.range(0, MOST)
                .<CompletableFuture<?>>mapToObj(
                        i -> store.claim(Commands.claim(Commands.freshId())).toCompletableFuture())
                .toList();

        store.close();

        calls.forEach(OutageTest::assertUnavailable);
        assertUnavailable(store.claim(Commands.claim(Commands.freshId())));
        assertUnavailable(store.find(Commands.freshId()));
        server.goOn();
    }

    /** A store that keeps its callers waiting here would not be the point. */
    private void completed(RecordId id) {
        Claim claim = Commands.claim(id);
        assertThat(Commands.answered(() -> store.claim(claim))).isInstanceOf(ClaimAnswer.Granted.class);
        Commands.answered(() -> store.finish(Commands.completes(claim, "paid")));
    }

    /** As the server has it: what is on its way there may still be, on a busy machine, when its caller has given up. */
    private void awaitCompletion(Claim claim) {
        try (RedisStore beside = Commands.patient(server.uri())) {
            Eventually.holds(
                    "the completion has its effect",
                    () -> Commands.now(beside.find(claim.id()))
                            .map(seen -> seen.record().state().isFinal())
                            .orElse(false));
        }
    }

    /** What the store says of a lease when it can say something. */
    private RenewAnswer renewed(Claim claim) {
        AtomicReference<RenewAnswer> answer = new AtomicReference<>(RenewAnswer.UNKNOWN);
        Eventually.holds("the store knows about the lease", () -> {
            answer.set(
                    Commands.now(store.renew(List.of(Commands.renewal(claim)))).get(0));
            return answer.get() != RenewAnswer.UNKNOWN;
        });
        return answer.get();
    }

    private static void assertUnavailable(CompletionStage<?> call) {
        assertThatThrownBy(() -> Commands.now(call)).hasCauseInstanceOf(StoreUnavailableException.class);
    }

    private void assertWorksAgain() {
        Eventually.holds(
                "the store works again",
                () -> Commands.now(store.claim(Commands.claim(Commands.freshId()))) instanceof ClaimAnswer.Granted);
    }
}
