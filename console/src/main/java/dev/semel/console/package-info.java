// SPDX-License-Identifier: Apache-2.0
/**
 * The console: a page and a JSON API for operators. Whoever mounts it hands each request below its path to {@code
 * Console} and sends what it answers.
 */
@NullMarked
package dev.semel.console;

import org.jspecify.annotations.NullMarked;
