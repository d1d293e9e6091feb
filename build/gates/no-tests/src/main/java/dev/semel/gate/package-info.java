// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.semel.gate;

import org.jspecify.annotations.NullMarked;
