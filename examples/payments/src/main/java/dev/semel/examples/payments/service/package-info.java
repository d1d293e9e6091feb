// SPDX-License-Identifier: Apache-2.0
/**
 * A payments service to copy from: charges, refunds and orders over PostgreSQL, with a provider that takes the money. What is
 * around it, to see it survive, is in {@code stage}.
 */
@NullMarked
package dev.semel.examples.payments.service;

import org.jspecify.annotations.NullMarked;
