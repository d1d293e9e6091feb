// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import dev.semel.state.History;
import dev.semel.state.Reason;

/**
 * What is known about an attempt whose outcome nobody knows.
 *
 * @param intent whose attempt it was
 * @param attempt the number of the attempt that asks now: the ones before it are in doubt
 * @param reason whether the last one lapsed or ended in doubt
 * @param history when the attempts began and why
 */
public record Doubt(Intent intent, int attempt, Reason reason, History history) {}
