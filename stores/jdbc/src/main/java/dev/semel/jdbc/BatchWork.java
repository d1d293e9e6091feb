// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What a lane does with a batch.
 *
 * @param <C> the commands
 * @param <A> their answers
 */
interface BatchWork<C, A> {

    /** A reply for each command, in order. */
    List<Reply<A>> run(Connection connection, List<C> batch) throws SQLException;
}
