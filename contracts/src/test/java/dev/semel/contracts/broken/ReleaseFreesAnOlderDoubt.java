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
 * A release frees the key although the attempt before ended in doubt. In the field a 429 on the retry wipes out
 * that the first try may have charged the card.
 */
@Breaks("R4")
public final class ReleaseFreesAnOlderDoubt extends OpenStore {

    public ReleaseFreesAnOlderDoubt(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        Finish settled = new Finish(
                finish.id(),
                finish.attempt(),
                finish.claimId(),
                new Ending.Release(true),
                finish.retention(),
                finish.onDoubt());
        return super.onFinish(record, finish.ending() instanceof Ending.Release ? settled : finish, now);
    }
}
