// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a command gets and what is to be written.
 *
 * @param <A> the kind of answer
 * @param answer what the caller is told
 * @param write the record to write; null when nothing changes
 */
public record Decision<A>(A answer, @Nullable KeyRecord write) {

    static <A> Decision<A> unchanged(A answer) {
        return new Decision<>(answer, null);
    }

    /** The record after the command, given the one before. */
    public Optional<KeyRecord> after(@Nullable KeyRecord before) {
        return Optional.ofNullable(write == null ? before : write);
    }
}
