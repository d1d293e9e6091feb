// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.Saved;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record from a result. The columns of every statement that gives one are, in this order: the store's instant,
 * format, state, fingerprint, attempt, claim_origin, claim_sequence, reason, created_at, lease_until, expires_at, history,
 * success, answer_attempt, schema_version, completed_at, content_type, omitted, body.
 */
final class Row {

    /** The newest format that this version can read; what it writes. */
    static final int FORMAT = 1;

    private final ResultSet result;
    private final int first;

    /** The column with the store's instant is the given one. */
    Row(ResultSet result, int first) {
        this.result = result;
        this.first = first;
    }

    /** When the store saw the record, or saw that there is none. */
    Instant at() throws SQLException {
        return Micros.instant(result.getLong(first));
    }

    /** Whether there is a row, be it an expired one. */
    boolean isThere() throws SQLException {
        return result.getString(first + 2) != null;
    }

    /** What tells a row from what it was before any change of it. */
    String mark() throws SQLException {
        return result.getString(first + 2) + " " + claimId() + " " + result.getLong(first + 9);
    }

    /** When a lease of this length began, by its end. */
    Instant leaseBegan(Duration lease) throws SQLException {
        return Micros.instant(result.getLong(first + 9) - Micros.of(lease));
    }

    ClaimId claimId() throws SQLException {
        return new ClaimId(result.getLong(first + 5), result.getLong(first + 6));
    }

    /** What the store saw; null when there is no record, or an expired one, which is the same. */
    @Nullable
    Sighting sighting(RecordId id) throws SQLException {
        return sighting(id, at(), null);
    }

    /**
     * What the store saw at the given instant.
     *
     * @param sent the answer that was sent with the command, where the result does not repeat it
     */
    @Nullable
    Sighting sighting(RecordId id, Instant at, @Nullable Saved sent) throws SQLException {
        int format = result.getInt(first + 1);
        if (result.wasNull() || !at.isBefore(Micros.instant(result.getLong(first + 10)))) {
            return null;
        }
        if (format > FORMAT) {
            throw new UnreadableRecordException(
                    "a record has format " + format + ", and this version of Semel reads up to " + FORMAT
                            + ": a newer version wrote it; finish the upgrade of every node");
        }
        try {
            return new Sighting(record(id, sent), at);
        } catch (RuntimeException e) {
            throw damaged(e);
        }
    }

    /** The message of the cause could show a part of the record, and is left out (R27). */
    static UnreadableRecordException damaged(RuntimeException cause) {
        return new UnreadableRecordException(
                "a record is damaged: " + cause.getClass().getSimpleName()
                        + " while reading it; it is left as it is, and its work is not run again");
    }

    private KeyRecord record(RecordId id, @Nullable Saved sent) throws SQLException {
        return new KeyRecord(
                id,
                State.valueOf(result.getString(first + 2)),
                Fingerprint.ofDigest(result.getBytes(first + 3)),
                result.getInt(first + 4),
                claimId(),
                Reason.valueOf(result.getString(first + 7)),
                answer(sent),
                Micros.instant(result.getLong(first + 8)),
                Micros.instant(result.getLong(first + 9)),
                Micros.instant(result.getLong(first + 10)),
                HistoryText.read(result.getString(first + 11)));
    }

    private @Nullable Answer answer(@Nullable Saved sent) throws SQLException {
        boolean success = result.getBoolean(first + 12);
        if (result.wasNull()) {
            return null;
        }
        return new Answer(
                success,
                sent == null ? saved() : sent,
                result.getInt(first + 14),
                result.getInt(first + 13),
                Micros.instant(result.getLong(first + 15)));
    }

    private Saved saved() throws SQLException {
        String contentType = result.getString(first + 16);
        return result.getBoolean(first + 17)
                ? Saved.omitted(contentType)
                : Saved.owning(contentType, result.getBytes(first + 18));
    }
}
