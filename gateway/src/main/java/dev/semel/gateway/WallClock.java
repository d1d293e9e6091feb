// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.time.Clock;
import java.time.Instant;
import java.util.Date;

/** The world's time, for what others have dated by it: certificates and tokens. It decides about no record (R12). */
final class WallClock {

    private WallClock() {}

    static Clock clock() {
        return Clock.systemUTC();
    }

    static Instant of(Date date) {
        return date.toInstant();
    }
}
