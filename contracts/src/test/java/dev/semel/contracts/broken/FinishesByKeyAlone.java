// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Ends whatever attempt is there, by key alone. In the field a zombie that wakes up after a takeover frees, or
 * answers for, its successor.
 */
@Breaks("T3")
public final class FinishesByKeyAlone extends OpenStore {

    public FinishesByKeyAlone(Shelf shelf) {
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
                                record.attempt(),
                                record.claimId(),
                                finish.ending(),
                                finish.retention(),
                                finish.onDoubt()),
                        now);
    }
}
