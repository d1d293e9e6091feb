// SPDX-License-Identifier: Apache-2.0
/**
 * What users call: an {@link dev.semel.Idempotency} engine admits intents for an {@link dev.semel.Operation} and hands
 * the winner a {@link dev.semel.Ticket}.
 */
@NullMarked
package dev.semel;

import org.jspecify.annotations.NullMarked;
