// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An ending is written over any state of its own attempt. In the field a completion whose reply got lost is turned
 * into doubt by its own author, and the success is gone.
 */
@Breaks({"R10", "R17"})
public final class CompletionIgnoresTheState extends OpenStore {

    public CompletionIgnoresTheState(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        KeyRecord present = present(record, now);
        if (present == null || !present.isHeldBy(finish.attempt(), finish.claimId())) {
            return super.onFinish(record, finish, now);
        }
        Edit running = new Edit(present);
        running.state = State.IN_PROGRESS;
        running.answer = null;
        return super.onFinish(running.record(), finish, now);
    }
}
