// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.time.Duration;

/**
 * How much goes through a lane.
 *
 * @param width how many statements may be under way at once
 * @param crowd so many must wait before another statement is sent beside one that is under way
 * @param queue how many calls may be inside, those under way included
 * @param batch how many commands go into one statement
 * @param weight how many bytes of answers a batch may have before its last command
 * @param shared whether callers who ask the same thing at the same time may hear one answer; for what changes nothing
 * @param patience how long a command may go on losing races, or meeting a locked row
 */
record LaneLimits(int width, int crowd, int queue, int batch, int weight, boolean shared, Duration patience) {}
