// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spi.IdempotencyStore;
import java.util.function.Supplier;

/**
 * Something that the application has and that can keep records.
 *
 * @param kind what it is
 * @param description what it is called in messages
 * @param opening opens a store on it
 */
record StoreSource(StoreKind kind, String description, Supplier<IdempotencyStore> opening) {}
