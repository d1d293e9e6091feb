// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.IdempotencyContext;
import java.util.Optional;

/** Knows the attempt of the request that runs on the current thread. */
@FunctionalInterface
interface RequestAttempts {

    Optional<IdempotencyContext> current();
}
