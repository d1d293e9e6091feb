// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.time.Duration;

/**
 * A store's settings, checked.
 *
 * @param table where the records are
 * @param connections how many connections it may have at once
 * @param queue how many calls of one kind may wait
 * @param batch how many commands go into one statement
 * @param callLimit how long a statement may take
 */
record JdbcSettings(TableName table, int connections, int queue, int batch, Duration callLimit) {

    /** Bytes of answers in one statement: more only when a single answer is larger. */
    static final int WEIGHT = 1 << 20;

    /** Twice what an engine has tickets for: while the database hangs, its leases come again and again. */
    private static final int RENEWALS = 200_000;

    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);

    JdbcSettings {
        if (connections < 1 || connections > 64) {
            throw new IllegalArgumentException(
                    "connections is from 1 to 64, not " + connections + ": a few are enough, since callers share them");
        }
        if (queue < 1) {
            throw new IllegalArgumentException("queue is at least 1, not " + queue);
        }
        if (batch < 1 || batch > 10_000) {
            throw new IllegalArgumentException("batch is from 1 to 10000, not " + batch);
        }
        if (callLimit.compareTo(Duration.ofMillis(100)) < 0 || callLimit.compareTo(Duration.ofMinutes(5)) > 0) {
            throw new IllegalArgumentException("callLimit is from 100 ms to 5 minutes, not " + callLimit);
        }
    }

    /** What comes while a statement of its kind is under way shares the next one; a second beside it is for a crowd. */
    LaneLimits lane() {
        return new LaneLimits(Math.max(1, connections / 2), 64, queue, batch, WEIGHT, false, patience());
    }

    /** Looks need no commit that would have to be shared, and many who look at one record share a look. */
    LaneLimits lookLane() {
        return new LaneLimits(connections, 8, queue, batch, WEIGHT, true, patience());
    }

    /** Renewals come a thousand at a time, from one caller, and have room of their own: they are what keeps leases alive. */
    LaneLimits bulkLane() {
        return new LaneLimits(1, Integer.MAX_VALUE, RENEWALS, Math.max(batch, 1_000), WEIGHT, false, patience());
    }

    /** A fifth of the call's limit: who has to be patient with a slow server has to be with those who hold its rows. */
    private Duration patience() {
        Duration fifth = callLimit.dividedBy(5);
        return fifth.compareTo(LEAST_PATIENCE) > 0 ? fifth : LEAST_PATIENCE;
    }
}
