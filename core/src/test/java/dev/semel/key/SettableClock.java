// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is moved, also back. */
final class SettableClock extends Clock {

    private volatile Instant now;

    SettableClock(Instant now) {
        this.now = now;
    }

    void move(Duration step) {
        now = now.plus(step);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
