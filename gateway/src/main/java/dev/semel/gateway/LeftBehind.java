// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Attempts that were under way when a file was left. Whoever opens it lets each lease run one more full length, since the work may
 * live on outside the process that is gone (R12); no look from outside can know that it is over sooner. So whoever settles one
 * keeps the file, in which nobody can begin anything then, until that length is over by the clock of this process. Stateless.
 */
final class LeftBehind {

    private LeftBehind() {}

    /** Whether a record is such an attempt; an attempt that makes an older answer anew is none, since that answer stands. */
    static boolean is(JsonObject record) {
        return record.getString("standing").equals("running")
                && !record.getString("reason").equals("OLDER_VERSION");
    }

    /** What remains of its lease. */
    static Duration left(JsonObject record) {
        return Duration.between(
                Instant.parse(record.getString("seenAt")), Instant.parse(record.getString("leaseUntil")));
    }

    /** A record once its lease is over, if it is one that was left and the attempt that is meant. */
    static JsonObject awaited(RecordsDesk desk, JsonObject seen, int attempt, PrintStream notes) {
        JsonObject record = seen;
        boolean isTold = false;
        while (is(record) && record.getInteger("attempt") == attempt) {
            if (!isTold) {
                notes.println("attempt " + attempt + " was under way when the file was left: its lease runs out in "
                        + text(record) + ", and is waited for; nothing is changed before");
                isTold = true;
            }
            LockSupport.parkNanos(left(record).toNanos());
            record = desk.ask(Keys.FIND, new JsonObject().put("ref", record.getString("ref")));
        }
        return record;
    }

    /** What remains, in whole seconds. */
    static String text(JsonObject record) {
        return Durations.show(Duration.ofSeconds(left(record).plusMillis(999).toSeconds()));
    }
}
