// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/**
 * What is known about each command of a batch, while several statements are asked about it: the last word counts.
 *
 * @param <C> the commands
 * @param <A> what their callers hear
 */
final class Board<C, A> {

    private final List<C> batch;
    private final IdentityHashMap<C, Reply<A>> replies = new IdentityHashMap<>();

    Board(List<C> batch) {
        this.batch = batch;
    }

    /** Puts the reply to a command; a record that cannot be read fails alone. */
    void put(C command, Replies.Reading<A> reading) throws SQLException {
        replies.put(command, Replies.read(reading));
    }

    /** Whether the command could have written when it was last seen. */
    boolean isAgain(C command) {
        return replies.get(command) instanceof Reply.Again;
    }

    /** The commands that nothing is known about. */
    List<C> open() {
        return batch.stream().filter(command -> !replies.containsKey(command)).toList();
    }

    /** A reply to each command, in the batch's order. */
    List<Reply<A>> replies() {
        return batch.stream()
                .map(command -> Objects.requireNonNull(
                        replies.get(command), "the database must say something about each command"))
                .toList();
    }
}
