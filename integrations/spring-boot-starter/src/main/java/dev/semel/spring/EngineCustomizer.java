// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

import dev.semel.IdempotencyBuilder;

/** A bean that changes the engine's settings after the properties have been applied. */
@FunctionalInterface
public interface EngineCustomizer {

    /** Called each time an engine is opened: at the start, and when a stopped application context starts again. */
    void customize(IdempotencyBuilder engine);
}
