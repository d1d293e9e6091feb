// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Saved;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.Sighting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Endings on PostgreSQL. Nearly all of them save the answer of the current attempt: a lean statement does that, and says nothing
 * about what it could not do. The rest (releases, doubts, attempts that were fenced out) is for the general one, and where rows
 * have no place, by which the lean one finds them again, all endings are.
 */
final class PostgresEndings {

    private final PostgresKind kind;
    private final Plans.Plan saveOne;
    private final Plans.Plan save;
    private final PostgresSql finish;
    private final PostgresSql completeWithin;

    PostgresEndings(SqlText text, Plans plans, PostgresKind kind) {
        this.kind = kind;
        this.saveOne = plans.of("save-one");
        this.save = plans.of("save");
        this.finish = plans.steady("finish");
        // In somebody else's transaction no setting is changed.
        this.completeWithin = PostgresSql.bare(text.of("complete-within"));
    }

    List<Reply<FinishAnswer>> finish(Connection connection, List<Finish> batch) throws SQLException {
        Board<Finish, FinishAnswer> board = new Board<>(batch);
        if (kind.hasPlaces()) {
            save(connection, batch, board);
        }
        List<Finish> open = board.open();
        if (!open.isEmpty()) {
            finishAll(connection, open, board);
        }
        return board.replies();
    }

    private void save(Connection connection, List<Finish> batch, Board<Finish, FinishAnswer> board)
            throws SQLException {
        List<Finish> saves = batch.stream()
                .filter(finish -> finish.ending() instanceof Ending.Save)
                .toList();
        if (kind.savesAlone() && saves.size() == 1) {
            saveOne(connection, saves.get(0), board);
        } else if (!saves.isEmpty()) {
            saveAll(connection, saves, board);
        }
    }

    private void saveOne(Connection connection, Finish finish, Board<Finish, FinishAnswer> board) throws SQLException {
        try (Single single = alone(connection, saveOne.sql(), finish)) {
            ResultSet result = single.result();
            if (result.next()) {
                board.put(finish, () -> saved(new SavedRow(result, 1), finish));
            }
        }
    }

    private void saveAll(Connection connection, List<Finish> saves, Board<Finish, FinishAnswer> board)
            throws SQLException {
        try (Bulk<Finish> bulk = new Bulk<>(connection, save.sql(), saves)) {
            bulk.places()
                    .ids(Finish::id)
                    .ints(Finish::attempt)
                    .claimIds(Finish::claimId)
                    .longs(command -> Micros.of(command.retention()))
                    .answers(command -> AnswerParts.of(command.ending()));
            ResultSet result = bulk.results();
            SavedRow row = new SavedRow(result, 2);
            while (result.next()) {
                Finish finish = saves.get(result.getInt(1) - 1);
                board.put(finish, () -> saved(row, finish));
            }
        }
    }

    private static Reply<FinishAnswer> saved(SavedRow row, Finish finish) throws SQLException {
        return new Reply.Answered<>(new FinishAnswer.Applied(row.sighting(finish)));
    }

    private void finishAll(Connection connection, List<Finish> batch, Board<Finish, FinishAnswer> board)
            throws SQLException {
        try (Bulk<Finish> bulk = new Bulk<>(connection, finish, batch)) {
            bulk.ids(Finish::id)
                    .ints(Finish::attempt)
                    .claimIds(Finish::claimId)
                    .texts(command -> Terms.ending(command.ending()))
                    .booleans(command -> command.ending() instanceof Ending.Release release && release.doubtSettled())
                    .longs(command -> Micros.of(command.retention()))
                    .booleans(command -> command.onDoubt() == OnDoubt.HOLD)
                    .answers(command -> AnswerParts.of(command.ending()));
            List<Reply<FinishAnswer>> replies = bulk.replies((row, applied, command) -> {
                Sighting seen = row.sighting(command.id(), row.at(), applied ? savedBy(command) : null);
                return applied && seen != null
                        ? new Reply.Answered<>(new FinishAnswer.Applied(seen))
                        : Judge.unwritten(command, seen, row.at());
            });
            for (int i = 0; i < replies.size(); i++) {
                Reply<FinishAnswer> reply = replies.get(i);
                board.put(batch.get(i), () -> reply);
            }
        }
    }

    private static @Nullable Saved savedBy(Finish finish) {
        return finish.ending() instanceof Ending.Save save ? save.saved() : null;
    }

    FinishAnswer completeWithin(Connection transaction, Finish finish) throws SQLException {
        try (Single single = within(transaction, completeWithin, finish)) {
            ResultSet result = single.result();
            return result.next()
                    ? new FinishAnswer.Applied(new SavedRow(result, 1).sighting(finish))
                    : new FinishAnswer.Fenced(null);
        }
    }

    private static Single within(Connection connection, PostgresSql sql, Finish finish) throws SQLException {
        AnswerParts answer = AnswerParts.of(finish.ending());
        return new Single(connection, sql)
                .number(Micros.of(finish.retention()))
                .id(finish.id())
                .number(finish.attempt())
                .claimId(finish.claimId())
                .text(answer.state().name())
                .answer(answer);
    }

    private static Single alone(Connection connection, PostgresSql sql, Finish finish) throws SQLException {
        AnswerParts answer = AnswerParts.of(finish.ending());
        long retention = Micros.of(finish.retention());
        return new Single(connection, sql)
                .text(answer.state().name())
                .number(retention)
                .number(retention)
                .number(retention)
                .answer(answer)
                .id(finish.id())
                .number(finish.attempt())
                .claimId(finish.claimId());
    }
}
