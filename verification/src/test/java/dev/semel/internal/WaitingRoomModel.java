// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.state.State;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Waiters come, hang up, alarms ring, attempts end and the room closes, in any order: everybody is answered, once, and
 * nobody waits for a deadline where there is an answer.
 */
public class WaitingRoomModel {

    private static final int MANY = 100;

    /** The next look of a room comes sooner than this, and the deadline of a waiter later. */
    private static final Duration A_LOOK = Duration.ofSeconds(1);

    private final Bench bench = new Bench();
    private final List<CompletableFuture<Admission>> waiters = new CopyOnWriteArrayList<>();
    private final AtomicInteger claims = new AtomicInteger();
    private final WaitingRoom room = new WaitingRoom(bench.shared, MANY, intent -> claim());

    /** One claim finds the key busy again, the next one runs. */
    private CompletableFuture<Decided> claim() {
        return CompletableFuture.completedFuture(
                claims.incrementAndGet() % 2 == 1
                        ? Decided.busy(Bench.running())
                        : Decided.admitted(new Admission.Mismatch()));
    }

    private void enter(Caller caller) {
        room.join(Bench.INTENT, Bench.running(), caller).ifPresent(waiters::add);
    }

    @Operation
    public void join() {
        enter(new Caller());
    }

    @Operation
    public void joinAndHangUp() {
        Caller caller = new Caller();
        enter(caller);
        caller.hangUp();
    }

    @Operation
    public void complete() {
        bench.store.seen = Bench.completed();
        room.ended(Bench.completed());
    }

    @Operation
    public void release() {
        bench.store.seen = Bench.released();
        room.ended(Bench.released());
    }

    @Operation
    public void hint() {
        room.hint(Bench.INTENT.recordId());
    }

    @Operation
    public void ring() {
        bench.timers.ring();
    }

    @Operation(runOnce = true)
    public void close() {
        room.close();
    }

    @Validate
    public void everybodyIsAnswered() {
        nobodyWaitsForItsDeadline();
        ringAll(Duration.ofDays(1));
        if (waiting() > 0 || EngineProbe.waiting(room) != 0) {
            throw new IllegalStateException(
                    waiting() + " wait for ever, " + EngineProbe.waiting(room) + " seats and groups are left");
        }
    }

    /** Where the store has an answer, one look more is enough for everybody. */
    private void nobodyWaitsForItsDeadline() {
        if (bench.store.seen.record().state() == State.COMPLETED) {
            ringAll(A_LOOK);
            if (waiting() > 0) {
                throw new IllegalStateException(waiting() + " wait for an answer that is there");
            }
        }
    }

    private void ringAll(Duration longest) {
        for (int rings = 0; bench.timers.ringWithin(longest); rings++) {
            if (rings > MANY) {
                throw new IllegalStateException("alarms are set for ever");
            }
        }
    }

    private long waiting() {
        return waiters.stream().filter(waiter -> !waiter.isDone()).count();
    }
}
