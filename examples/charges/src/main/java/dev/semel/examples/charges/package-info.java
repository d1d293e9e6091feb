// SPDX-License-Identifier: Apache-2.0
/** The first thing to run: a small payments API behind the Servlet filter, with its records in a SQLite file. */
@NullMarked
package dev.semel.examples.charges;

import org.jspecify.annotations.NullMarked;
