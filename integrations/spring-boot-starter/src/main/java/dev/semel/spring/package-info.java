// SPDX-License-Identifier: Apache-2.0
/** Idempotency for Spring: what an application writes, {@link dev.semel.spring.Idempotent} before all. */
@NullMarked
package dev.semel.spring;

import org.jspecify.annotations.NullMarked;
