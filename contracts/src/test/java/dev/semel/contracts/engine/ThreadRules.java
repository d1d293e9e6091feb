// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Reconciler;
import dev.semel.Reconciliation;
import dev.semel.Ticket;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.State;
import dev.semel.testkit.Call;
import dev.semel.testkit.Fault;
import dev.semel.testkit.RunsOnce;
import dev.semel.testkit.Strike;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real threads, where they are the point. */
abstract class ThreadRules extends EngineRules {

    /** More than a store on threads of its own takes on a busy machine, and less than a test waits. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ExecutorService threads = Executors.newFixedThreadPool(8);

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    @Tag("heavy")
    @DisplayName("R40, R6: called by many at once, ran once; the losers conflict or replay")
    void manyAtOnce() {
        scene().open(scene().log(), threads, settings -> settings);
        AtomicInteger ran = new AtomicInteger();
        Handler handler = ticket -> Outcome.completed(Expect.saved("charge " + ran.incrementAndGet()));
        for (int round = 0; round < 50; round++) {
            Intent intent = Scene.intent(Scene.charges(policy -> policy), "key-" + round);
            RunsOnce.that(() -> scene().engine().execute(intent, handler), ran::get)
                    .busyWhen(execution -> execution instanceof Execution.NotRun)
                    .comparing(
                            execution -> Expect.text(Expect.answered(execution).saved()))
                    .whenCalledAtOnce(8);
        }
    }

    @Test
    @Tag("heavy")
    @DisplayName("R28: called by many at once and waiting, ran once, and all get the same answer")
    void manyWaiting() {
        scene().open(scene().log(), threads, settings -> settings);
        InFlight patient = InFlight.waitUpTo(Duration.ofSeconds(60));
        AtomicInteger ran = new AtomicInteger();
        Handler handler = ticket -> Outcome.completed(Expect.saved("charge " + ran.incrementAndGet()));
        Ticking ticking = new Ticking(scene().time());
        for (int round = 0; round < 50; round++) {
            Intent intent = Scene.intent(Scene.charges(policy -> policy.inFlight(patient)), "key-" + round);
            RunsOnce.that(() -> scene().engine().execute(intent, handler), ran::get)
                    .comparing(
                            execution -> Expect.text(Expect.answered(execution).saved()))
                    .whenCalledAtOnce(8);
        }
        ticking.close();
    }

    @Test
    @Tag("heavy")
    @DisplayName("R10: ended by many at once, one ending is written, and all get its result")
    void endedAtOnce() throws Exception {
        scene().open(scene().log(), threads, settings -> settings);
        for (int round = 0; round < 50; round++) {
            Ticket ticket = scene().run(Scene.intent(Scene.charges(policy -> policy), "key-" + round));
            scene().store().resetCounts();
            CountDownLatch start = new CountDownLatch(8);
            List<CompletableFuture<Completion>> ends = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Outcome outcome = i % 2 == 0 ? Outcome.completed(Expect.saved("paid " + i)) : Outcome.released();
                ends.add(CompletableFuture.supplyAsync(() -> endAtOnce(ticket, outcome, start), threads));
            }
            Set<Completion> results = new HashSet<>();
            ends.forEach(end -> results.add(Now.later(end)));
            assertThat(results).hasSize(1);
            assertThat(scene().store().calls(Call.FINISH)).isEqualTo(1);
        }
    }

    private static Completion endAtOnce(Ticket ticket, Outcome outcome, CountDownLatch start) {
        start.countDown();
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return Now.later(ticket.end(outcome));
    }

    @Test
    @Tag("heavy")
    @DisplayName("R8, R9: on real timers and threads of its own the engine runs, renews, waits and closes")
    void realTime() throws Exception {
        List<Thread> before = semelThreads();
        try (Idempotency engine = Idempotency.builder(scene().log())
                .developmentMode()
                .withoutLog()
                .build()) {
            // Long enough for a busy machine: a claim that is answered after its lease is no ticket.
            Intent intent = Scene.intent(Scene.charges(
                    policy -> policy.lease(Duration.ofSeconds(3)).inFlight(InFlight.waitUpTo(Duration.ofSeconds(60)))));
            Ticket ticket = Expect.run(engine.admit(intent));
            CompletableFuture<Admission> waiter = engine.admitAsync(intent).toCompletableFuture();
            Now.until("two renewals were sent", () -> scene().log().renewals().size() >= 2);
            Expect.a(Completion.Recorded.class, Now.later(ticket.complete(Expect.saved("paid"))));
            assertThat(Expect.replay(Now.later(waiter))).isEqualTo("paid");
        }
        Now.until("the engine's threads have ended", () -> before.containsAll(semelThreads()));
        assertThat(before).containsAll(semelThreads());
    }

    @Test
    @DisplayName(
            "R17: an attempt that ends after its engine was closed is answered within its wait, and recorded later")
    void endsAfterClose() {
        Duration moment = Duration.ofMillis(50);
        Intent intent = Scene.intent(Scene.charges(policy -> policy.completionWait(moment)));
        Idempotency engine = Idempotency.builder(scene().log())
                .developmentMode()
                .withoutLog()
                .drainTime(Duration.ZERO)
                .build();
        Ticket ticket = Expect.run(engine.admit(intent));
        engine.close();
        scene().log().refuse(finish -> true);
        Expect.a(Completion.Unrecorded.class, Now.later(ticket.complete(Expect.saved("paid"))));
        scene().log().refuse(finish -> false);
        Now.until("it is recorded", () -> scene().record(intent).state() == State.COMPLETED);
    }

    @Test
    @Tag("heavy")
    @DisplayName("R16, R29: reconcilers that hang hold up nobody else: the store's answers come, and leases are kept")
    void hangingReconcilers() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Reconciler hanging = doubt -> {
            asked.incrementAndGet();
            never.await();
            return CompletableFuture.completedFuture(Reconciliation.unknown());
        };
        Operation doubtful = Scene.charges(
                policy -> policy.inDoubt(InDoubt.reconcile(hanging)).completionWait(PATIENCE));
        Operation other = Scene.charges(policy -> policy.completionWait(PATIENCE));
        try (Idempotency engine = Idempotency.builder(new AnswersLater(scene().log(), threads))
                .developmentMode()
                .withoutLog()
                .drainTime(Duration.ZERO)
                .storeTimeout(PATIENCE)
                .build()) {
            for (int i = 0; i < 2 * Math.max(4, 2 * Runtime.getRuntime().availableProcessors()); i++) {
                Intent intent = Scene.intent(doubtful, "doubt-" + i);
                Now.later(Expect.run(engine.admit(intent)).doubt());
                engine.admitAsync(intent);
            }
            Now.until("reconcilers hang", () -> asked.get() >= 4);
            Ticket ticket = Expect.run(engine.admit(Scene.intent(other, "innocent")));
            Expect.a(Completion.Recorded.class, Now.later(ticket.complete(Expect.saved("paid"))));
        } finally {
            never.countDown();
        }
    }

    /** An executor that has no room for anything. */
    private static void full(Runnable task) {
        throw new RejectedExecutionException("full");
    }

    /** Executes, and says on which thread the handler ran. */
    private CompletableFuture<Thread> handlersThread(String key) {
        CompletableFuture<Thread> ranOn = new CompletableFuture<>();
        scene().engine().executeAsync(Scene.intent(Scene.charges(policy -> policy), key), ticket -> {
            ranOn.complete(Thread.currentThread());
            return CompletableFuture.completedFuture(Outcome.released());
        });
        return ranOn;
    }

    @Test
    @DisplayName("T15, R29: when the executor is full, no handler runs on a thread of the store's or of the timers'")
    void fullExecutor() {
        scene().open(scene().log(), ThreadRules::full, settings -> settings);
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        CompletableFuture<Thread> answered = handlersThread("answered-later");
        slow.letGo();
        assertThat(Now.later(answered)).isNotSameAs(Thread.currentThread());
        scene().store().next(Fault.REQUEST_LOST).onClaim();
        CompletableFuture<Thread> retried = handlersThread("asked-again");
        scene().passMillis(500);
        assertThat(Now.later(retried)).isNotSameAs(Thread.currentThread());
    }

    @Test
    @DisplayName("R29: an executor that breaks instead of rejecting loses no answer")
    void brokenExecutor() {
        Executor broken = task -> {
            throw new IllegalStateException("the pool is gone");
        };
        scene().open(scene().log(), broken, settings -> settings);
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        slow.letGo();
        Expect.run(Now.later(asked));
    }

    @Test
    @DisplayName("R28: a blocking caller takes up the store's answers itself: no thread is woken only to wake it")
    void answeredAtItsDesk() throws Exception {
        AtomicInteger woken = new AtomicInteger();
        Executor counting = task -> {
            woken.incrementAndGet();
            threads.execute(task);
        };
        IdempotencyStore later = new AnswersLater(scene().log(), threads);
        try (Idempotency engine = Idempotency.builder(later)
                .executor(counting)
                .developmentMode()
                .withoutLog()
                .storeTimeout(PATIENCE)
                .build()) {
            Intent intent = Scene.intent(Scene.charges(policy -> policy.completionWait(PATIENCE)));
            Execution first = engine.execute(intent, ticket -> Outcome.completed(Expect.saved("paid")));
            Execution replay = engine.execute(intent, ticket -> Outcome.released());
            assertThat(Expect.text(Expect.answered(first).saved())).isEqualTo("paid");
            assertThat(Expect.answered(replay).replayed()).isTrue();
            assertThat(woken).hasValue(0);
        }
    }

    /** A store as most are: its answers come later, on threads of its own. */
    private static final class AnswersLater extends StoreBetween {

        private final ExecutorService threads;

        AnswersLater(IdempotencyStore store, ExecutorService threads) {
            super(store);
            this.threads = threads;
        }

        @Override
        public CompletionStage<ClaimAnswer> claim(Claim claim) {
            return super.claim(claim).thenApplyAsync(answer -> answer, threads);
        }

        @Override
        public CompletionStage<FinishAnswer> finish(Finish finish) {
            return super.finish(finish).thenApplyAsync(answer -> answer, threads);
        }
    }

    private static List<Thread> semelThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("semel-"))
                .toList();
    }
}
