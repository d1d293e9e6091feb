// SPDX-License-Identifier: Apache-2.0
/**
 * Stores that are wrong on purpose, one defect each, named after it. The contract must reject every one of them, see
 * {@code BrokenStoresTest}: a kit that cannot fail proves nothing. Each class says what goes wrong in the field.
 */
@NullMarked
package dev.semel.contracts.broken;

import org.jspecify.annotations.NullMarked;
