// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Retention counts from the claim. In the field the answer of a long request is forgotten soon after it was given,
 * or before.
 */
@Breaks("R13")
public final class RetentionFromTheClaim extends OpenStore {

    public RetentionFromTheClaim(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        Decision<FinishAnswer> decision = super.onFinish(record, finish, now);
        if (decision.write() == null || !decision.write().state().isFinal()) {
            return decision;
        }
        Edit early = new Edit(decision.write());
        early.expiresAt = early.createdAt.plus(finish.retention());
        return early.applied(now);
    }
}
