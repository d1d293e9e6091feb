// SPDX-License-Identifier: Apache-2.0
/**
 * What observers hear. The hierarchy is open: new events may come in a minor version, so a listener must have a branch
 * for those that it does not know. No event shows a key, a tenant or a payload (R27).
 */
@NullMarked
package dev.semel.event;

import org.jspecify.annotations.NullMarked;
