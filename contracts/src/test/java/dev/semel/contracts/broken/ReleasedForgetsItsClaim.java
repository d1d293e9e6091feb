// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Abandon;
import dev.semel.state.ClaimId;
import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A released record does not know whose it was. In the field a claim that lands after its caller gave up is
 * granted, and a request runs that nobody waits for.
 */
@Breaks("R7")
public final class ReleasedForgetsItsClaim extends OpenStore {

    private static final ClaimId NOBODY = new ClaimId(0, 0);

    public ReleasedForgetsItsClaim(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        Decision<FinishAnswer> decision = super.onFinish(record, finish, now);
        KeyRecord written = decision.write();
        return written == null || written.state() != State.RELEASED
                ? decision
                : forgetting(written).applied(now);
    }

    @Override
    protected Decision<Boolean> onAbandon(@Nullable KeyRecord record, Abandon abandon, Instant now) {
        Decision<Boolean> decision = super.onAbandon(record, abandon, now);
        KeyRecord written = decision.write();
        return written == null || written.state() != State.RELEASED
                ? decision
                : new Decision<>(true, forgetting(written).record());
    }

    private static Edit forgetting(KeyRecord written) {
        Edit edit = new Edit(written);
        edit.claimId = NOBODY;
        return edit;
    }
}
