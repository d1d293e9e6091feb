// SPDX-License-Identifier: Apache-2.0
/** Idempotency for Jakarta Servlet applications: {@link dev.semel.servlet.IdempotencyFilter} (R33). */
@NullMarked
package dev.semel.servlet;

import org.jspecify.annotations.NullMarked;
