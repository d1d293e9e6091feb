// SPDX-License-Identifier: Apache-2.0
/** What Semel costs, measured with JMH beside the raw floor. */
@NullMarked
package dev.semel.benchmarks;

import org.jspecify.annotations.NullMarked;
