// SPDX-License-Identifier: Apache-2.0
/**
 * A deterministic, seeded simulation: several real engines over one store, on a virtual network and virtual clocks, with
 * crashes, pauses and lost, late and doubled messages. Rules watch every step of the store and every answer to a client.
 */
@NullMarked
package dev.semel.verification.simulation;

import org.jspecify.annotations.NullMarked;
