// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A doubtful record takes no answer any more, not even its own attempt's. In the field a completion that gets
 * through in the end is thrown away, and a person must settle what was known.
 */
@Breaks({"R10", "R17"})
public final class DoubtIsFinal extends OpenStore {

    public DoubtIsFinal(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        boolean doubtful = present(record, now) != null && record.state() == State.IN_DOUBT;
        return doubtful ? super.onFinish(record, withoutAnswer(finish), now) : super.onFinish(record, finish, now);
    }

    private static Finish withoutAnswer(Finish finish) {
        return new Finish(
                finish.id(),
                finish.attempt(),
                finish.claimId(),
                new Ending.Doubt(),
                finish.retention(),
                finish.onDoubt());
    }
}
