// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.time.Duration;

/**
 * How long to wait before a process is started again: not at all after one that lived for a while, and longer each time after
 * those that did not. Not safe for use by several threads.
 */
final class Pauses {

    /** Who lived so long was well; whatever ended it is new. */
    static final Duration A_WHILE = Duration.ofSeconds(20);

    static final Duration LONGEST = Duration.ofSeconds(30);

    private static final Duration FIRST = Duration.ofMillis(250);

    private Duration next = Duration.ZERO;

    /** The pause after a process that lived so long. */
    Duration after(Duration lived) {
        Duration pause = lived.compareTo(A_WHILE) < 0 ? next : Duration.ZERO;
        Duration twice = pause.isZero() ? FIRST : pause.multipliedBy(2);
        next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
        return pause;
    }
}
