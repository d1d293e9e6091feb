// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.time.Instant;

/**
 * Compares what was seen. Instants may differ a little: a store may cut them to its own resolution or derive them from
 * what remains, and the machine may be busy. The leases and steps of time in the tests are far longer than this.
 */
final class Sightings {

    static final Duration SLACK = Duration.ofSeconds(45);

    private Sightings() {}

    /** The same record, seen twice with no time let pass in between. */
    static void assertUnchanged(Sighting before, Sighting after) {
        assertThat(facts(after.record()))
                .as("the record, which nothing may have changed")
                .isEqualTo(facts(before.record()));
        assertNear("lease end", before.record().leaseUntil(), after.record().leaseUntil());
        assertNear("creation", before.record().createdAt(), after.record().createdAt());
        assertSameExpiry(before.record().expiresAt(), after.record().expiresAt());
    }

    static void assertSameExpiry(Instant before, Instant after) {
        if (before.equals(KeyRecord.NEVER) || after.equals(KeyRecord.NEVER)) {
            assertThat(after).as("expiry").isEqualTo(before);
        } else {
            assertNear("expiry", before, after);
        }
    }

    /** What remains until the record is forgotten is what it should be, but for a little slack. */
    static void assertKeptFor(Duration expected, Sighting sighting) {
        assertThat(sighting.record().expiresAt()).as("expiry").isNotEqualTo(KeyRecord.NEVER);
        assertThat(sighting.retentionLeft())
                .as("what remains until the record is forgotten")
                .isBetween(expected.minus(SLACK), expected.plus(SLACK));
    }

    static void assertLeaseLeft(Duration expected, Sighting sighting) {
        assertThat(sighting.leaseLeft())
                .as("what remains of the lease")
                .isBetween(expected.minus(SLACK), expected.plus(SLACK));
    }

    static Facts facts(KeyRecord record) {
        return Facts.of(record);
    }

    static void assertNear(String what, Instant before, Instant after) {
        assertThat(Duration.between(before, after).abs())
                .as("how far the %s moved", what)
                .isLessThanOrEqualTo(SLACK);
    }
}
