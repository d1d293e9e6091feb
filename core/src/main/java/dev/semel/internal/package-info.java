// SPDX-License-Identifier: Apache-2.0
/** The engine's rooms: not exported. {@link dev.semel.internal.Engine} is the way through them. */
@NullMarked
package dev.semel.internal;

import org.jspecify.annotations.NullMarked;
