// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP protocol of idempotency. An adapter hands each request's head to {@link dev.semel.http.HttpIdempotency},
 * feeds the body where it is asked to, runs the handler where it may, and sends what it is told to send.
 */
@NullMarked
package dev.semel.http;

import org.jspecify.annotations.NullMarked;
