// SPDX-License-Identifier: Apache-2.0
/** The reference store: the transitions inside an atomic map operation. */
@NullMarked
package dev.semel.memory;

import org.jspecify.annotations.NullMarked;
