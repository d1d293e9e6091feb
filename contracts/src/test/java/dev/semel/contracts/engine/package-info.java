// SPDX-License-Identifier: Apache-2.0
/** What an engine promises, proved on the real one, and shown to reject engines that break it. */
@NullMarked
package dev.semel.contracts.engine;

import org.jspecify.annotations.NullMarked;
