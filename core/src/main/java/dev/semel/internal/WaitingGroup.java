// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Intent;
import dev.semel.spi.Timers;
import dev.semel.state.Answer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of one key. At any time it pauses, or one of its waiters is at work: looking at the record, or claiming it.
 * Its methods decide under its lock and never call out.
 */
final class WaitingGroup {

    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(2), Duration.ofMillis(250));

    private final RecordId id;
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    private @Nullable Sighting lastSeen;
    private Timers.@Nullable Alarm alarm;
    private boolean working;
    private boolean lookAgain;
    private boolean gone;
    private int looks;

    WaitingGroup(RecordId id) {
        this.id = id;
    }

    /** What a look at the record means for a waiter. */
    enum Fate {
        /** There is an answer for it. */
        ANSWER,
        /** The key is free for it to claim. */
        CLAIM,
        /** Nothing has changed for it. */
        WAIT
    }

    /** What came of a look: who is answered, and who claims. */
    record Sorted(List<Waiter> answered, Optional<Waiter> claimant) {}

    RecordId id() {
        return id;
    }

    static Fate fate(Intent intent, @Nullable Sighting seen) {
        if (seen == null || seen.record().state() == State.RELEASED) {
            return Fate.CLAIM;
        }
        if (!seen.record().fingerprint().equals(intent.fingerprint())) {
            return Fate.ANSWER;
        }
        Optional<Answer> answer = seen.standingAnswer();
        if (answer.isPresent() && !Claims.wantsRerun(intent.operation(), answer.get())) {
            return Fate.ANSWER;
        }
        boolean held = answer.isEmpty() && Claims.onDoubt(intent.operation()) == OnDoubt.HOLD;
        return seen.leaseLive() || held ? Fate.WAIT : Fate.CLAIM;
    }

    /** False when there is no place left for it. */
    synchronized boolean enter(Waiter waiter, Sighting seen, int most) {
        if (waiters.size() >= most) {
            return false;
        }
        see(seen);
        waiter.saw(seen);
        waiters.addLast(waiter);
        return true;
    }

    /** A claimant found the key busy and takes its old place; false when its time is over. */
    synchronized boolean enterAgain(Waiter waiter, Sighting seen) {
        see(seen);
        waiter.saw(seen);
        if (waiter.isOverdue()) {
            return false;
        }
        waiters.addFirst(waiter);
        return true;
    }

    /** What was seen last, by the store's clock: looks may overtake each other. */
    private void see(@Nullable Sighting seen) {
        if (seen == null || lastSeen == null || !seen.at().isBefore(lastSeen.at())) {
            lastSeen = seen;
        }
    }

    /** True when the waiter was waiting; one that is claiming just now is answered by its claim. */
    synchronized boolean leave(Waiter waiter) {
        boolean waited = waiters.remove(waiter);
        if (!waited) {
            waiter.overdue();
        }
        return waited;
    }

    /** Takes everybody out. */
    synchronized List<Waiter> empty() {
        List<Waiter> all = new ArrayList<>(waiters);
        waiters.clear();
        return all;
    }

    synchronized @Nullable Sighting lastSeen() {
        return lastSeen;
    }

    /** True for the one who may work now; everybody else's wish is remembered for when the work is done. */
    synchronized boolean beginWork() {
        if (working) {
            lookAgain = true;
            return false;
        }
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
        working = !waiters.isEmpty();
        return working;
    }

    /** Sets the alarm for the next look, unless somebody is at work, or one is set, or nobody waits. */
    synchronized void pause(Timers timers, Runnable look) {
        if (!working && alarm == null && !waiters.isEmpty()) {
            looks++;
            alarm = timers.schedule(nextPause(), look);
        }
    }

    synchronized void endWork() {
        working = false;
    }

    private Duration nextPause() {
        if (lookAgain) {
            lookAgain = false;
            return Duration.ZERO;
        }
        Duration pause = PAUSES.after(looks, id.hashCode());
        Duration left = lastSeen == null ? Duration.ZERO : lastSeen.leaseLeft();
        return left.isZero() || left.compareTo(pause) > 0 ? pause : left;
    }

    /** Sorts the waiters by what was seen; at most one claims, and only if the caller is at work. */
    synchronized Sorted sort(@Nullable Sighting seen, boolean mayClaim) {
        see(seen);
        List<Waiter> answered = new ArrayList<>();
        Waiter claimant = null;
        for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
            Waiter waiter = each.next();
            Fate fate = waiter.isLaterThan(seen) ? Fate.WAIT : fate(waiter.intent(), seen);
            if (fate == Fate.ANSWER) {
                each.remove();
                answered.add(waiter);
            } else if (fate == Fate.CLAIM && mayClaim && claimant == null) {
                each.remove();
                claimant = waiter;
            }
        }
        return new Sorted(answered, Optional.ofNullable(claimant));
    }

    /** True when nobody waits or works here any more; nobody can enter from then on. */
    synchronized boolean retire() {
        if (!gone && waiters.isEmpty() && !working) {
            gone = true;
            if (alarm != null) {
                alarm.cancel();
            }
        }
        return gone;
    }

    synchronized boolean isGone() {
        return gone;
    }
}
