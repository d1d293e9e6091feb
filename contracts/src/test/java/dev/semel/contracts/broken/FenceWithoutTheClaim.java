// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fence is the attempt's number alone. In the field numbers restart after expiry, and a zombie's attempt 1
 * writes into a new attempt 1.
 */
@Breaks("R10")
public final class FenceWithoutTheClaim extends OpenStore {

    public FenceWithoutTheClaim(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        return record == null
                ? super.onFinish(null, finish, now)
                : super.onFinish(
                        record,
                        new Finish(
                                finish.id(),
                                finish.attempt(),
                                record.claimId(),
                                finish.ending(),
                                finish.retention(),
                                finish.onDoubt()),
                        now);
    }
}
