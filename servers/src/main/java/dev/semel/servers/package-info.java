// SPDX-License-Identifier: Apache-2.0
/** The servers that several modules' tests start: they come with the build, and end with the tests. */
@NullMarked
package dev.semel.servers;

import org.jspecify.annotations.NullMarked;
