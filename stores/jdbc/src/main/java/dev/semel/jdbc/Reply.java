// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * What a statement says about one command of its batch.
 *
 * @param <A> what the command's caller hears
 */
sealed interface Reply<A> {

    /**
     * The answer.
     *
     * @param answer what the caller hears
     */
    record Answered<A>(A answer) implements Reply<A> {}

    /**
     * The command lost a race, or its row is locked by somebody else: to be sent again.
     *
     * @param lastWord what the caller hears if it stays so; null for nothing better than "unavailable"
     */
    record Again<A>(@Nullable A lastWord) implements Reply<A> {}

    /**
     * This command failed alone.
     *
     * @param failure what the caller hears
     */
    record Failed<A>(StoreException failure) implements Reply<A> {}
}
