// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;

/**
 * A store in which an attempt's answer can be saved by the application's own transaction, so that the work and its answer
 * are there together or not at all (R22).
 *
 * @param <T> a transaction of the application's, for example a {@code java.sql.Connection}
 */
public interface Transactional<T> {

    /**
     * Saves the answer, as the last statement of the transaction, on the caller's thread. Answers
     * {@link FinishAnswer.Applied}: then the answer stands as soon as the transaction has committed. Or
     * {@link FinishAnswer.Fenced}: then the attempt is not the current one, and the transaction must be rolled back.
     *
     * @throws StoreException if the store could not do it; the transaction must be rolled back
     */
    FinishAnswer completeWithin(T transaction, Finish finish);
}
