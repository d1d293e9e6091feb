// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fence lets any attempt pass that is not older. In the field a writer with a number that was never granted
 * writes.
 */
@Breaks("R10")
public final class FenceComparedWithGreaterOrEqual extends OpenStore {

    public FenceComparedWithGreaterOrEqual(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        boolean newer = record != null
                && finish.attempt() >= record.attempt()
                && record.claimId().equals(finish.claimId());
        return super.onFinish(record, newer ? numbered(finish, record.attempt()) : finish, now);
    }

    private static Finish numbered(Finish finish, int attempt) {
        return new Finish(
                finish.id(), attempt, finish.claimId(), finish.ending(), finish.retention(), finish.onDoubt());
    }
}
