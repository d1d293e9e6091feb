// SPDX-License-Identifier: Apache-2.0
/** What runs once, as spans of OpenTelemetry; replays are linked to the trace of the original (R39). */
@NullMarked
package dev.semel.opentelemetry;

import org.jspecify.annotations.NullMarked;
