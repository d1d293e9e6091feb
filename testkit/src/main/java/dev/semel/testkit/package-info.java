// SPDX-License-Identifier: Apache-2.0
/** For your own tests: run-once assertions, a manual clock, a store that fails on demand. Needs no test framework. */
@NullMarked
package dev.semel.testkit;

import org.jspecify.annotations.NullMarked;
