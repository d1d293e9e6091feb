// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Waiters come, alarms ring, attempts end and the room closes, in any order: everybody is answered, once. */
public class WaitingRoomModel {

    private static final int MANY = 100;

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

    @Operation
    public void join() {
        room.join(Bench.INTENT, Bench.running(), new Caller()).ifPresent(waiters::add);
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

    /** When all alarms have rung, deadlines included, nobody waits and nothing is left. */
    @Validate
    public void everybodyIsAnswered() {
        for (int rings = 0; bench.timers.ring(); rings++) {
            if (rings > MANY) {
                throw new IllegalStateException("alarms are set for ever");
            }
        }
        long waiting = waiters.stream().filter(waiter -> !waiter.isDone()).count();
        int left = EngineProbe.waiting(room);
        if (waiting > 0 || left != 0) {
            throw new IllegalStateException(waiting + " wait for ever, " + left + " seats and groups are left");
        }
    }
}
