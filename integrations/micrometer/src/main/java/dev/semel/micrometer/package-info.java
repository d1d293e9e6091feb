// SPDX-License-Identifier: Apache-2.0
/** What the engine tells its listeners, as Micrometer meters (R39). */
@NullMarked
package dev.semel.micrometer;

import org.jspecify.annotations.NullMarked;
