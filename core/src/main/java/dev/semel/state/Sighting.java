// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A record together with the instant, of the store's clock, at which the store saw it: what remains of its lease and
 * retention can be told without any other clock (R12).
 *
 * @param record what the store saw
 * @param at when it saw it
 */
public record Sighting(KeyRecord record, Instant at) {

    public boolean leaseLive() {
        return record.leaseLiveAt(at);
    }

    public boolean lapsed() {
        return record.lapsedAt(at);
    }

    /** The answer that every later caller gets, if there is one; a rerun leaves the older one standing (R20). */
    public Optional<Answer> standingAnswer() {
        return Optional.ofNullable(record.answer());
    }

    /** What remains of a live lease; zero when none is live. */
    public Duration leaseLeft() {
        return leaseLive() ? Duration.between(at, record.leaseUntil()) : Duration.ZERO;
    }

    /** What remains until the record is forgotten. */
    public Duration retentionLeft() {
        return Duration.between(at, record.expiresAt());
    }
}
