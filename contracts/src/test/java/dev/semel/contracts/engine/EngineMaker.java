// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.Idempotency;
import dev.semel.IdempotencyBuilder;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Timers;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** Makes the engine that is on trial. */
@FunctionalInterface
interface EngineMaker {

    /** The real engine. */
    EngineMaker REAL = (store, timers, executor, settings) -> settings.apply(
                    Idempotency.builder(store).timers(timers).executor(executor))
            .build();

    Idempotency engine(
            IdempotencyStore store, Timers timers, Executor executor, UnaryOperator<IdempotencyBuilder> settings);
}
