// SPDX-License-Identifier: Apache-2.0
/**
 * Encryption at rest: a store whose saved answers are sealed before they reach the store inside, and opened when they come
 * back. What is above it sees plain answers, what is below it sealed ones.
 */
@NullMarked
package dev.semel.seal;

import org.jspecify.annotations.NullMarked;
