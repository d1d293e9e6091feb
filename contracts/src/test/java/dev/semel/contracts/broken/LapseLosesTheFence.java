// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt whose lease lapsed may not write, although nobody took over. In the field a pause of the garbage
 * collector throws a finished payment's answer away.
 */
@Breaks("R10")
public final class LapseLosesTheFence extends OpenStore {

    public LapseLosesTheFence(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        boolean lapsed = record != null && record.lapsedAt(now);
        return lapsed
                ? new Decision<>(new FinishAnswer.Fenced(new Sighting(record, now)), null)
                : super.onFinish(record, finish, now);
    }
}
