// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Reconciliation;
import dev.semel.Saved;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attempt as it was granted, and everything that its process has been told about it. */
final class Grant {

    /** How long a process may take to act on what it was told: some hops of its executor. */
    static final long REACTION = Duration.ofMillis(10).toNanos();

    private static final long NEVER = Long.MAX_VALUE / 2;

    private final Host host;
    private final KeyRecord record;
    private final long claimSent;
    private int runs;
    private int signals;
    private boolean mustSignal;
    private boolean ending;
    private long endedAt;
    private boolean finishSent;
    private boolean waiting;
    private long sentNanos;
    private long firstSentNanos;
    private boolean acknowledged;
    private boolean refused;
    private boolean lostAtEnding;
    private long fencedTold = NEVER;
    private long lostTold = NEVER;
    private @Nullable Reconciliation found;

    Grant(Host host, KeyRecord record, long claimSent) {
        this.host = host;
        this.record = record;
        this.claimSent = claimSent;
    }

    /** How long ago it was asked for: its ceiling counts from then. */
    long age(long now) {
        return now - claimSent;
    }

    Host host() {
        return host;
    }

    KeyRecord record() {
        return record;
    }

    /** Whether the record is of this very attempt. */
    boolean isOf(KeyRecord other) {
        return other.isHeldBy(record.attempt(), record.claimId())
                && other.createdAt().equals(record.createdAt());
    }

    /** How often its handler has begun, this time included. */
    int begin() {
        return ++runs;
    }

    /** How often its lost signal was raised, this time included. */
    int signal() {
        return ++signals;
    }

    /** Its holder was told that it lost: the signal must be, or become, raised. */
    void mustSignal() {
        mustSignal = true;
    }

    boolean lacksSignal() {
        return mustSignal && signals == 0 && host.isAlive();
    }

    /** Whether its handler has begun. */
    boolean isRunning() {
        return runs > 0;
    }

    boolean isEnding() {
        return ending;
    }

    /** How long it has been ending, by the store's clock. */
    long endingAge(long now) {
        return now - endedAt;
    }

    /** An ending is sent, by the process's clock. */
    void finishSent(long nanos) {
        firstSentNanos = finishSent ? firstSentNanos : nanos;
        finishSent = true;
        waiting = true;
        sentNanos = nanos;
    }

    /** The process heard something of its ending, be it a failure. */
    void finishHeard() {
        waiting = false;
    }

    boolean isFinishSent() {
        return finishSent;
    }

    /** Whether the process waits for the answer to an ending that it has sent, and has not given it up. */
    boolean isRecording(long nanos, Duration storeTimeout) {
        return waiting && nanos - sentNanos < storeTimeout.toNanos();
    }

    /** Whether what a reconciler found may be passed on: recorded, or not refused while its caller was patient. */
    boolean mayPassOn(long nanos, Duration patience) {
        return !isFencedTold() || nanos - firstSentNanos >= patience.toNanos();
    }

    /** Whether the process was told that its ending is fenced out. */
    boolean isFencedTold() {
        return fencedTold != NEVER;
    }

    /** Whether the process was told, before it began to end, that its lease is lost. */
    boolean isLostTold() {
        return lostTold != NEVER;
    }

    int signals() {
        return signals;
    }

    void beginEnding(long now) {
        ending = true;
        endedAt = now;
        lostAtEnding = knows(lostTold, now);
    }

    void finished(FinishAnswer answer) {
        boolean fenced = answer instanceof FinishAnswer.Fenced;
        acknowledged |= !fenced;
        refused |= fenced || (answer instanceof FinishAnswer.AlreadyEnded ended && !ended.isSaved());
    }

    /** At the store: a renewal found that the attempt is not the current one, or has ended. */
    void refused() {
        refused = true;
    }

    void fencedTold(long now) {
        fencedTold = Math.min(fencedTold, now);
    }

    /** A renewal that is lost while the attempt ends may have been lost to that very ending. */
    void lostTold(long now) {
        if (!ending) {
            lostTold = Math.min(lostTold, now);
        }
    }

    /** Whether the store has recorded an ending of this attempt. */
    boolean isAcknowledged() {
        return acknowledged;
    }

    /** Whether the store has refused an ending or a renewal of this attempt. */
    boolean isRefused() {
        return refused;
    }

    /** Whether the process knows that it was fenced out: then it must not send its own answer. */
    boolean knowsItLost(long now) {
        return lostAtEnding || knows(fencedTold, now);
    }

    private boolean knows(long told, long now) {
        return now - told > REACTION && host.pausedUntil() < told;
    }

    void found(Reconciliation answer) {
        found = answer;
    }

    boolean foundNothing() {
        return found instanceof Reconciliation.DidNotHappen;
    }

    Optional<Saved> foundAnswer() {
        return found instanceof Reconciliation.Happened happened ? Optional.of(happened.answer()) : Optional.empty();
    }
}
