// SPDX-License-Identifier: Apache-2.0
/**
 * What writers of stores implement: {@link dev.semel.spi.IdempotencyStore}, five questions and a declaration, and the
 * capability interfaces beside it for what only some stores can do. The contract kit states every promise once.
 */
@NullMarked
package dev.semel.spi;

import org.jspecify.annotations.NullMarked;
