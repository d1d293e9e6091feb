// SPDX-License-Identifier: Apache-2.0
/** ArchUnit: the arrows of the design, each with a fixture that breaks it. */
@NullMarked
package dev.semel.verification.architecture;

import org.jspecify.annotations.NullMarked;
