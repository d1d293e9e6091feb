// SPDX-License-Identifier: Apache-2.0
/**
 * Key rules and key makers: what a key from a client must look like, how good ones are made or issued, what their birth time is,
 * and the short keyed hash that stands for a key wherever people read.
 */
@NullMarked
package dev.semel.key;

import org.jspecify.annotations.NullMarked;
