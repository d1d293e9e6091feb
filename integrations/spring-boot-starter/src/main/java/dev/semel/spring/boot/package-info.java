// SPDX-License-Identifier: Apache-2.0
/** The auto-configuration. Nothing in it is for applications to call; docs/spring.md says what they may replace. */
@NullMarked
package dev.semel.spring.boot;

import org.jspecify.annotations.NullMarked;
