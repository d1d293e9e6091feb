// SPDX-License-Identifier: Apache-2.0
/** JSON as bytes: a canonical form of it, and what a pointer points to. Not exported. */
@NullMarked
package dev.semel.http.json;

import org.jspecify.annotations.NullMarked;
