// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One command met the record.
 *
 * @param stored what was stored before, perhaps expired
 * @param command what was asked
 * @param decision what was decided
 * @param after what is stored afterwards
 * @param now when
 */
record Event(
        @Nullable KeyRecord stored,
        Object command,
        Decision<?> decision,
        @Nullable KeyRecord after,
        Instant now) {

    /** The record before, null when it was as good as absent. */
    @Nullable
    KeyRecord before() {
        return stored == null || stored.expiredAt(now) ? null : stored;
    }

    boolean answered(Class<?> type) {
        return type.isInstance(decision.answer());
    }

    boolean wrote() {
        return decision.write() != null;
    }

    /** Whether an attempt's saved answer was written. */
    boolean saved() {
        return wrote() && command instanceof Finish finish && finish.ending() instanceof Ending.Save;
    }

    boolean settled() {
        return wrote() && command instanceof Settle;
    }
}
