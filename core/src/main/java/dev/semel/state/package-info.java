// SPDX-License-Identifier: Apache-2.0
/**
 * The machine: what a record is, what may be asked of it, and {@link dev.semel.state.Transitions}, the one pure place
 * that says what each command does to each state. No I/O and no clock: time comes in as an argument.
 */
@NullMarked
package dev.semel.state;

import org.jspecify.annotations.NullMarked;
