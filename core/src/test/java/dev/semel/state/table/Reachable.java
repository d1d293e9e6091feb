// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Decision;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.Reason;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.Settle.Verdict;
import dev.semel.state.State;
import dev.semel.state.Transitions;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Plays every small command against every kind of record that can come to be, starting from no record at all. */
final class Reachable {

    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    private static final ClaimId SETTLEMENT = Asked.SETTLEMENT;

    /** A move from one state to another. */
    record Edge(String from, String to, String command) {

        @Override
        public String toString() {
            return from + " --> " + to + ": " + command;
        }
    }

    /** What the machine can tell apart about a record; how high its numbers are is no part of it. */
    private record Kind(
            State state,
            Reason reason,
            ClaimId claimId,
            boolean firstPayload,
            boolean answerSucceeded,
            int version,
            boolean own,
            boolean live) {

        static Kind of(KeyRecord record, Instant now) {
            var answer = record.answer();
            return new Kind(
                    record.state(),
                    record.reason(),
                    record.claimId(),
                    record.fingerprint().equals(Records.FINGERPRINT),
                    answer != null && answer.success(),
                    answer == null ? -1 : answer.schemaVersion(),
                    answer != null && answer.attempt() == record.attempt(),
                    record.leaseLiveAt(now));
        }
    }

    private record Move(String command, BiFunction<@Nullable KeyRecord, Instant, Decision<?>> step) {}

    private final Set<Kind> seen = new HashSet<>();
    private final Deque<Found> open = new ArrayDeque<>();
    private final Set<Edge> edges = new HashSet<>();
    private final List<KeyRecord> records = new ArrayList<>();

    Reachable() {
        play(new Found(null, START));
        while (!open.isEmpty()) {
            play(open.remove());
        }
    }

    Set<Edge> edges() {
        return edges;
    }

    /** One record of each kind. */
    List<KeyRecord> records() {
        return records;
    }

    private void play(Found found) {
        KeyRecord before = found.record();
        for (Move move : moves(before)) {
            KeyRecord after = move.step().apply(before, found.now()).write();
            if (after != null) {
                String from = before == null ? "[*]" : before.state().name();
                edges.add(new Edge(from, after.state().name(), move.command()));
                discover(after, found.now());
            }
        }
    }

    /** A record is played on with at once, and when its lease is over. */
    private void discover(KeyRecord record, Instant now) {
        Instant later = record.leaseUntil().isAfter(now) ? record.leaseUntil() : now;
        for (Instant at : List.of(now, later)) {
            if (seen.add(Kind.of(record, at))) {
                records.add(record);
                open.add(new Found(record, at));
            }
        }
    }

    private static List<Move> moves(@Nullable KeyRecord before) {
        List<Move> moves = new ArrayList<>();
        addClaims(moves);
        int attempt = before == null ? 1 : before.attempt();
        ClaimId holder = before == null ? Records.CLAIM : before.claimId();
        addEndings(moves, attempt, holder);
        addVerdicts(moves, attempt, holder);
        Renewal renewal = new Renewal(Asked.ID, attempt, holder, Asked.LEASE, Asked.RETENTION);
        moves.add(new Move("renew", (record, now) -> Transitions.onRenew(record, renewal, now)));
        Abandon abandon = new Abandon(Asked.ID, holder);
        moves.add(new Move("abandon", (record, now) -> Transitions.onAbandon(record, abandon, now)));
        return moves;
    }

    private static void addClaims(List<Move> moves) {
        for (Map<String, String> kind : new ClaimSubject().combinations()) {
            if (kind.get("state").equals(Combinations.ABSENT)) {
                for (int rerunBelow = 0; rerunBelow < 3; rerunBelow++) {
                    Claim claim = ClaimSubject.claim(kind, rerunBelow, null);
                    moves.add(new Move("claim", (record, now) -> Transitions.onClaim(record, claim, now)));
                }
            }
        }
    }

    private static void addEndings(List<Move> moves, int attempt, ClaimId holder) {
        for (int version = 0; version < 3; version++) {
            addEnding(moves, "save", attempt, holder, new Ending.Save(true, Asked.SAVED, version));
            addEnding(moves, "save", attempt, holder, new Ending.Save(false, Asked.SAVED, version));
        }
        addEnding(moves, "release", attempt, holder, new Ending.Release(false));
        addEnding(moves, "release", attempt, holder, new Ending.Release(true));
        addEnding(moves, "doubt", attempt, holder, new Ending.Doubt());
    }

    private static void addEnding(List<Move> moves, String name, int attempt, ClaimId holder, Ending ending) {
        Finish finish = new Finish(Asked.ID, attempt, holder, ending, Asked.RETENTION, OnDoubt.HOLD);
        moves.add(new Move(name, (record, now) -> Transitions.onFinish(record, finish, now)));
    }

    private static void addVerdicts(List<Move> moves, int attempt, ClaimId holder) {
        List<Verdict> verdicts = List.of(
                new Verdict.Happened(true, Asked.SAVED, 1),
                new Verdict.Happened(false, Asked.SAVED, 1),
                new Verdict.DidNotHappen(),
                new Verdict.Rerun());
        for (Verdict verdict : verdicts) {
            ClaimId own = holder.equals(SETTLEMENT) ? new ClaimId(6, 6) : SETTLEMENT;
            Settle settle = new Settle(Asked.ID, attempt, holder, own, verdict, "who", "why", Asked.RETENTION);
            moves.add(new Move("settle", (record, now) -> Transitions.onSettle(record, settle, now)));
        }
    }
}
