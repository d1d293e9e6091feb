// SPDX-License-Identifier: Apache-2.0
/** A filter for Spring WebFlux, see {@link dev.semel.webflux.IdempotencyWebFilter}. */
@NullMarked
package dev.semel.webflux;

import org.jspecify.annotations.NullMarked;
