// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Answer;
import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An answer says that it was saved when its key was claimed. In the field one column serves for both.
 */
@Breaks("R3")
public final class CompletedWhenClaimed extends OpenStore {

    public CompletedWhenClaimed(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        Decision<FinishAnswer> decision = super.onFinish(record, finish, now);
        KeyRecord written = decision.write();
        Answer answer = written == null ? null : written.answer();
        if (written == null || answer == null) {
            return decision;
        }
        Edit early = new Edit(written);
        early.answer = new Answer(
                answer.success(), answer.saved(), answer.schemaVersion(), answer.attempt(), written.createdAt());
        return early.applied(now);
    }
}
