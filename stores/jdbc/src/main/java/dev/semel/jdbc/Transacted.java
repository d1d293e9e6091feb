// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Completion;
import dev.semel.Outcome;

/**
 * What became of an attempt that ran in a transaction.
 *
 * @param outcome what the work said
 * @param completion what was recorded, and so whether the answer may be sent
 */
public record Transacted(Outcome outcome, Completion completion) {}
