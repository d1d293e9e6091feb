// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.Intent;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Timers;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where retries wait for the attempt that runs (R28): bounded, without a thread for each, and without ever writing to the
 * winner's record (T1). All waiters of a key share one look at the store at a time. When the key becomes free, one of
 * them claims it under its own request and the others wait on.
 */
final class WaitingRoom {

    private final IdempotencyStore store;
    private final StoreCalls calls;
    private final Timers timers;
    private final Duration limit;
    private final Seats seats;
    private final Function<Intent, CompletableFuture<Decided>> claim;
    private final ConcurrentHashMap<RecordId, WaitingGroup> groups = new ConcurrentHashMap<>();
    private volatile boolean closed;

    WaitingRoom(Shared shared, int mostWaiters, Function<Intent, CompletableFuture<Decided>> claim) {
        this.store = shared.store();
        this.calls = shared.calls();
        this.timers = shared.timers();
        this.limit = shared.limit();
        this.seats = new Seats(mostWaiters);
        this.claim = claim;
    }

    /** The answer to come; empty when too many wait already. */
    Optional<CompletableFuture<Admission>> join(Intent intent, Sighting seen, Caller caller) {
        if (!seats.take()) {
            return Optional.empty();
        }
        Waiter waiter = new Waiter(intent);
        WaitingGroup group = enter(waiter, seen);
        if (group == null) {
            seats.leave();
            return Optional.empty();
        }
        sendHomeIfClosed(group, waiter);
        pause(group);
        caller.waits(() -> sendHome(group, waiter));
        return Optional.of(waiter.admission());
    }

    /** For those who come in, or back, while the room is being emptied. */
    private void sendHomeIfClosed(WaitingGroup group, Waiter waiter) {
        if (closed && group.leave(waiter)) {
            answerAtDeadline(group, waiter);
        }
    }

    private @Nullable WaitingGroup enter(Waiter waiter, Sighting seen) {
        Intent intent = waiter.intent();
        Duration deadline = intent.operation().inFlight().deadline();
        while (true) {
            WaitingGroup group = groups.computeIfAbsent(intent.recordId(), WaitingGroup::new);
            synchronized (group) {
                if (!group.isGone()) {
                    if (!group.enter(waiter, seen, intent.operation().inFlight().waitersPerKey())) {
                        return null;
                    }
                    waiter.deadline(timers.schedule(deadline, () -> calls.hop(() -> sendHome(group, waiter))));
                    return group;
                }
            }
        }
    }

    /** An attempt of this process has ended: what became of the record is known without a look. */
    void ended(Sighting sighting) {
        WaitingGroup group = groups.get(sighting.record().id());
        if (group != null) {
            boolean mine = group.beginWork();
            deliver(group, sighting, mine);
        }
    }

    /** An attempt may have ended somewhere: look at once. */
    void hint(RecordId id) {
        WaitingGroup group = groups.get(id);
        if (group != null) {
            look(group);
        }
    }

    private void pause(WaitingGroup group) {
        group.pause(timers, () -> calls.hop(() -> look(group)));
        if (group.retire()) {
            groups.remove(group.id(), group);
        }
    }

    private void look(WaitingGroup group) {
        if (!group.beginWork()) {
            pause(group);
            return;
        }
        Stages.follow(
                calls.within(limit, () -> store.find(group.id())),
                seen -> deliver(group, seen.orElse(null), true),
                failure -> endWork(group));
    }

    /** Gives everybody what is theirs; who is at work also has one waiter claim where the key is free. */
    private void deliver(WaitingGroup group, @Nullable Sighting seen, boolean atWork) {
        WaitingGroup.Sorted sorted = group.sort(seen, atWork);
        try {
            sorted.answered().forEach(waiter -> answer(waiter, () -> Losers.answer(waiter.intent(), seen)));
        } finally {
            if (sorted.claimant().isPresent()) {
                claim(group, sorted.claimant().get());
            } else if (atWork) {
                endWork(group);
            } else {
                pause(group);
            }
        }
    }

    private void claim(WaitingGroup group, Waiter waiter) {
        Stages.follow(
                claim.apply(waiter.intent()),
                decided -> {
                    try {
                        onClaimed(group, waiter, decided);
                    } finally {
                        endWork(group);
                    }
                },
                failure -> {
                    answer(waiter, Losers::stillUnknown);
                    endWork(group);
                });
    }

    private void onClaimed(WaitingGroup group, Waiter waiter, Decided decided) {
        Sighting busy = decided.busy();
        if (busy == null || !group.enterAgain(waiter, busy)) {
            answer(waiter, () -> decided.orLoser(waiter.intent()));
        }
        sendHomeIfClosed(group, waiter);
    }

    private void endWork(WaitingGroup group) {
        group.endWork();
        pause(group);
    }

    /** At its deadline, or when its caller hung up. */
    private void sendHome(WaitingGroup group, Waiter waiter) {
        if (group.leave(waiter)) {
            answerAtDeadline(group, waiter);
        }
        pause(group);
    }

    private void answerAtDeadline(WaitingGroup group, Waiter waiter) {
        Sighting seen = group.lastSeen();
        answer(waiter, () -> Losers.answer(waiter.intent(), seen));
    }

    /**
     * Answers on the executor, which is also where a user's converter runs: whoever waits must not run on the thread of
     * the attempt that ended.
     */
    private void answer(Waiter waiter, Supplier<Admission> admission) {
        seats.leave();
        calls.hop(() -> waiter.answer(orUnknown(admission)));
    }

    /** No waiter goes without an answer, whatever fails in finding one. */
    private static Admission orUnknown(Supplier<Admission> admission) {
        try {
            return admission.get();
        } catch (Throwable e) {
            return Losers.stillUnknown();
        }
    }

    /** Sends everybody home with what is known. */
    void close() {
        closed = true;
        for (WaitingGroup group : groups.values()) {
            group.empty().forEach(waiter -> answerAtDeadline(group, waiter));
            pause(group);
        }
    }
}
