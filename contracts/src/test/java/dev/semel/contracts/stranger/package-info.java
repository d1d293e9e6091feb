// SPDX-License-Identifier: Apache-2.0
/**
 * Stores and decorators with one defect each, written by somebody who had not read the kit: each says what is wrong and
 * what that costs before it was ever run against a contract.
 */
@NullMarked
package dev.semel.contracts.stranger;

import org.jspecify.annotations.NullMarked;
