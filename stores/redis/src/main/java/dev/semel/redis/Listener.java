// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import org.jspecify.annotations.Nullable;

/** Is told how a request ended, once. It must not throw. */
interface Listener<T> {

    /** The answer, which may be null, or a failure. */
    void told(@Nullable T answer, @Nullable Throwable failure);
}
