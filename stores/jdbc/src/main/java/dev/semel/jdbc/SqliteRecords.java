// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import dev.semel.state.Transitions;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The records, for the one thread that writes them. Everything between {@link #begin} and {@link #commit} is one
 * transaction, which holds the file's write lock from its first moment: what {@link Transitions} decide here on what was
 * read is decided and written as one (R1).
 */
final class SqliteRecords implements AutoCloseable {

    /** Open records that are remembered; an attempt beyond them costs a read when it ends. */
    private static final int REMEMBERED = 20_000;

    private final SqliteSession session;
    private final InstantSource clock;
    private final SqliteHints hints;
    private final SqliteTenure tenure;
    private final SqliteLookup lookup;
    private final SqliteStatement claim;
    private final SqliteStatement finish;
    private final SqliteStatement renew;
    private final SqliteStatement beginAgain;
    private final SqliteStatement purge;
    private final SqliteStatement markTime;
    private final Map<RecordId, SqliteRow> open = new LinkedHashMap<>();
    private long version = -1;
    private long lastRow;
    private boolean written;

    SqliteRecords(SqliteSession session, InstantSource clock, SqliteHints hints, SqliteTenure tenure)
            throws SQLException {
        this.session = session;
        this.clock = clock;
        this.hints = hints;
        this.tenure = tenure;
        lookup = new SqliteLookup(session);
        claim = session.statement("claim");
        finish = session.statement("finish");
        renew = session.statement("renew");
        beginAgain = session.statement("begin-again");
        purge = session.statement("purge");
        markTime = session.statement("mark-time");
    }

    void begin() throws SQLException {
        if (version >= 0) {
            tenure.requireParts(session);
        }
        session.begin();
        written = false;
        long now = session.dataVersion();
        if (now != version) {
            // Somebody else has written, as an operator with a tool may: nothing that is remembered can be trusted.
            tenure.requireMark(session);
            if (version < 0) {
                tenure.opened();
            }
            version = now;
            open.clear();
            lastRow = session.number("SELECT max(id) FROM semel_record");
        }
    }

    /** Nothing that was decided since {@link #begin} may be told before this has returned. */
    void commit() throws SQLException {
        if (written) {
            markTime.number(Micros.of(clock.instant())).run();
        }
        session.commit();
    }

    /** Decides a claim. Most are the first of their key, so that is tried before anything is read. */
    ClaimAnswer claim(Claim wanted) throws SQLException {
        if (!open.containsKey(wanted.id())) {
            Instant now = clock.instant();
            Decision<ClaimAnswer> first = Transitions.onClaim(null, wanted, now);
            if (first.write() != null && create(first.write())) {
                return first.answer();
            }
        }
        return decide(wanted.id(), (record, now) -> Transitions.onClaim(record, wanted, now));
    }

    /** Decides any command, and writes what was decided. */
    <A> A decide(RecordId id, BiFunction<@Nullable KeyRecord, Instant, Decision<A>> transition) throws SQLException {
        Instant now = clock.instant();
        SqliteRow row = open.get(id);
        if (row == null) {
            row = lookup.find(id, now);
            hints.add(id);
        }
        Decision<A> decision = transition.apply(row == null ? null : row.record(), now);
        if (decision.write() != null) {
            write(row, decision.write(), now);
        }
        return decision.answer();
    }

    private void write(@Nullable SqliteRow row, KeyRecord next, Instant now) throws SQLException {
        if (row == null) {
            expectOne(create(next) ? 1 : 0);
            return;
        }
        KeyRecord before = row.record();
        // A key that is new again after its expiry may come with the very claim it had before.
        if (before == null || before.expiredAt(now) || !before.isHeldBy(next.attempt(), next.claimId())) {
            beginAgain(row.number(), next, now);
        } else if (next.state() == State.IN_PROGRESS) {
            renew(row.number(), next, now);
        } else {
            finish(row.number(), next);
        }
        remember(new SqliteRow(row.number(), next), next);
    }

    private boolean create(KeyRecord next) throws SQLException {
        long number = lastRow + 1;
        int created = claim.number(number)
                .id(next.id())
                .bytes(next.fingerprint().toBytes())
                .claimId(next.claimId())
                .number(Micros.of(next.createdAt()))
                .number(Micros.of(next.leaseUntil()))
                .number(Micros.of(next.expiresAt()))
                .run();
        if (created == 0) {
            return false;
        }
        lastRow = number;
        remember(new SqliteRow(number, next), next);
        return true;
    }

    private void finish(long number, KeyRecord next) throws SQLException {
        expectOne(finish.number(number)
                .text(next.state().name())
                .number(Micros.of(next.expiresAt()))
                .answer(next.answer())
                .run());
    }

    private void renew(long number, KeyRecord next, Instant now) throws SQLException {
        expectOne(renew.number(number)
                .number(Micros.of(next.leaseUntil()))
                .number(Micros.of(next.leaseUntil()) - Micros.of(now))
                .number(Micros.of(next.expiresAt()))
                .run());
    }

    private void beginAgain(long number, KeyRecord next, Instant now) throws SQLException {
        expectOne(beginAgain
                .number(number)
                .text(next.state().name())
                .bytes(next.fingerprint().toBytes())
                .number(next.attempt())
                .claimId(next.claimId())
                .text(next.reason().name())
                .number(Micros.of(next.createdAt()))
                .number(Micros.of(next.leaseUntil()))
                .number(Math.max(0, Micros.of(next.leaseUntil()) - Micros.of(now)))
                .number(Micros.of(next.expiresAt()))
                .text(HistoryText.write(next.history()))
                .answer(next.answer())
                .run());
    }

    private static void expectOne(int rows) {
        if (rows != 1) {
            throw new IllegalStateException(
                    "a write changed " + rows + " rows instead of one: the file was changed by" + " somebody else");
        }
    }

    private void remember(SqliteRow row, KeyRecord record) {
        written = true;
        if (record.state() == State.IN_PROGRESS) {
            hints.add(record.id());
            open.put(record.id(), row);
            if (open.size() > REMEMBERED) {
                open.remove(open.keySet().iterator().next());
            }
        } else {
            open.remove(record.id());
        }
    }

    /** Removes at most so many expired records and says how many. */
    int purge(int limit) throws SQLException {
        Instant now = clock.instant();
        int removed = purge.number(Micros.of(now)).number(limit).run();
        if (removed > 0) {
            written = true;
            open.values().removeIf(row -> row.record() == null || row.record().expiredAt(now));
        }
        return removed;
    }

    /** Leaves the file as a single one, with everything in it, and the time at which it was left. */
    void leave() throws SQLException {
        begin();
        written = true;
        commit();
        session.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }
}
