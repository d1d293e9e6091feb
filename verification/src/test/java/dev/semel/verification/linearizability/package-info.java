// SPDX-License-Identifier: Apache-2.0
/** Lincheck: the reference store is linearizable, and the engine's shared parts lose nothing between threads. */
@NullMarked
package dev.semel.verification.linearizability;

import org.jspecify.annotations.NullMarked;
