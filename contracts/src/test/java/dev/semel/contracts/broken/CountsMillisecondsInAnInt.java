// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Times are sent to the server as milliseconds in an int, cut to what fits. In the field what should be kept for a quarter is
 * forgotten after 25 days.
 */
@Breaks("R13")
public final class CountsMillisecondsInAnInt extends OpenStore {

    public CountsMillisecondsInAnInt(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        Duration fits =
                Duration.ofMillis(Math.min(Integer.MAX_VALUE, finish.retention().toMillis()));
        return super.onFinish(
                record,
                new Finish(finish.id(), finish.attempt(), finish.claimId(), finish.ending(), fits, finish.onDoubt()),
                now);
    }
}
