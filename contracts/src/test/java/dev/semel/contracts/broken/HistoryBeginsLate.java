// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.History;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first attempt began, by its history, when it was taken over. In the field the line is written then, with the time of
 * then.
 */
@Breaks("R3")
public final class HistoryBeginsLate extends OpenStore {

    public HistoryBeginsLate(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        KeyRecord written = decision.write();
        if (written == null || written.history().lines().size() != 2) {
            return decision;
        }
        List<HistoryLine> lines = new ArrayList<>(written.history().lines());
        lines.set(0, HistoryLine.began(lines.get(0).attempt(), lines.get(0).reason(), now));
        Edit late = new Edit(written);
        late.history = new History(lines);
        return late.granted(now);
    }
}
