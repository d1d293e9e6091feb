// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt whose completion could not be written frees the key. In the field the next retry charges the card a
 * second time.
 */
@Breaks("T7")
public final class FailedCompletionFrees extends OpenStore {

    public FailedCompletionFrees(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        Finish freeing = new Finish(
                finish.id(),
                finish.attempt(),
                finish.claimId(),
                new Ending.Release(true),
                finish.retention(),
                finish.onDoubt());
        return super.onFinish(record, finish.ending() instanceof Ending.Doubt ? freeing : finish, now);
    }
}
