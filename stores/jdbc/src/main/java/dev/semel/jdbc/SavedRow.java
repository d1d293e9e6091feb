// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.state.Answer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Sighting;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads a record whose answer has just been saved: who saved it knows the rest. The columns are, in this order: the store's
 * instant, fingerprint, reason, created_at, lease_until, history.
 */
final class SavedRow {

    private final ResultSet result;
    private final int first;

    /** The column with the store's instant is the given one. */
    SavedRow(ResultSet result, int first) {
        this.result = result;
        this.first = first;
    }

    /** What the given command, which saves an answer, has made of the record. */
    Sighting sighting(Finish finish) throws SQLException {
        Ending.Save save = (Ending.Save) finish.ending();
        long now = result.getLong(first);
        try {
            return new Sighting(record(finish, save, now), Micros.instant(now));
        } catch (RuntimeException e) {
            throw Row.damaged(e);
        }
    }

    private KeyRecord record(Finish finish, Ending.Save save, long now) throws SQLException {
        return new KeyRecord(
                finish.id(),
                AnswerParts.of(save).state(),
                Fingerprint.ofDigest(result.getBytes(first + 1)),
                finish.attempt(),
                finish.claimId(),
                Reason.valueOf(result.getString(first + 2)),
                new Answer(save.success(), save.saved(), save.schemaVersion(), finish.attempt(), Micros.instant(now)),
                Micros.instant(result.getLong(first + 3)),
                Micros.instant(result.getLong(first + 4)),
                Micros.instant(now + Micros.of(finish.retention())),
                HistoryText.read(result.getString(first + 5)));
    }
}
