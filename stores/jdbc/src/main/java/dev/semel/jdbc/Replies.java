// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.UnreadableRecordException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The replies to a batch, gathered in the order in which the database gives them.
 *
 * @param <A> what the commands' callers hear
 */
final class Replies<A> {

    private final List<@Nullable Reply<A>> replies;

    Replies(int size) {
        replies = new ArrayList<>(Collections.nCopies(size, null));
    }

    /** Takes the first reply to the command at this place; a record that cannot be read fails alone. */
    void first(int place, Reading<A> reading) throws SQLException {
        if (replies.get(place) == null) {
            replies.set(place, read(reading));
        }
    }

    /** A record that cannot be read is the failure of its command alone. */
    static <A> Reply<A> read(Reading<A> reading) throws SQLException {
        try {
            return reading.read();
        } catch (UnreadableRecordException e) {
            return new Reply.Failed<>(e);
        }
    }

    /** Replies to all commands that the database said nothing about. */
    Replies<A> otherwise(Reply<A> reply) {
        replies.replaceAll(known -> known == null ? reply : known);
        return this;
    }

    List<Reply<A>> all() {
        return replies.stream()
                .map(reply -> Objects.requireNonNull(reply, "the database must say something about each command"))
                .toList();
    }

    /** Reads a reply from a result. */
    interface Reading<A> {
        Reply<A> read() throws SQLException;
    }
}
