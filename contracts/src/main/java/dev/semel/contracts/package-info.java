// SPDX-License-Identifier: Apache-2.0
/** What a store or an adapter must hold, as tests that its writer extends. */
@NullMarked
package dev.semel.contracts;

import org.jspecify.annotations.NullMarked;
