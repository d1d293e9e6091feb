// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What all parts of an engine share.
 *
 * @param store where the records live
 * @param calls how it is called
 * @param timers process-local time
 * @param executor where everything runs that does not run on its caller's thread
 * @param reconcilers where reconcilers run
 * @param limit how long one call of the store may take
 * @param events where observers hear of it
 */
record Shared(
        IdempotencyStore store,
        StoreCalls calls,
        Timers timers,
        Executor executor,
        Executor reconcilers,
        Duration limit,
        EventHub events) {}
