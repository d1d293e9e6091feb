// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * How large an answer may be that is sent to a MariaDB or MySQL server. What is more than the server takes would cost the
 * connection, in the middle of the statement and without a word that says why, and all of its batch would fail.
 *
 * @param bytes of the largest one
 */
record AnswerLimit(int bytes) {

    static final AnswerLimit NONE = new AnswerLimit(Integer.MAX_VALUE);

    /** Those that can be sent; the others fail here. */
    <C, A> List<C> fitting(List<C> batch, Board<C, A> board, Function<C, AnswerParts> answer) throws SQLException {
        List<C> fitting = new ArrayList<>(batch.size());
        for (C command : batch) {
            AnswerParts parts = answer.apply(command);
            if (parts.size() <= bytes) {
                fitting.add(command);
            } else {
                board.put(command, () -> new Reply.Failed<>(refusal(parts)));
            }
        }
        return fitting;
    }

    void require(AnswerParts answer) {
        if (answer.size() > bytes) {
            throw refusal(answer);
        }
    }

    private StoreUnavailableException refusal(AnswerParts answer) {
        return new StoreUnavailableException("the answer has " + answer.size() + " bytes, and with the server's"
                + " max_allowed_packet it may have " + bytes
                + ": give that setting twice the largest answer and 4 MiB, or"
                + " lower the operation's answerLimit");
    }
}
