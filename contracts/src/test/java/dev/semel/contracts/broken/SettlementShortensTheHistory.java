// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.History;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A settlement pushes two lines out of a full history. In the field the attempt that somebody asks about is not told of. */
@Breaks("R3")
public final class SettlementShortensTheHistory extends OpenStore {

    public SettlementShortensTheHistory(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<SettleAnswer> onSettle(@Nullable KeyRecord record, Settle settle, Instant now) {
        Decision<SettleAnswer> decision = super.onSettle(record, settle, now);
        if (decision.write() == null) {
            return decision;
        }
        Edit edit = new Edit(decision.write());
        List<HistoryLine> lines = edit.history.lines();
        if (lines.size() == History.LONGEST) {
            edit.history = new History(lines.subList(1, lines.size()));
        }
        return new Decision<>(new SettleAnswer.Settled(new Sighting(edit.record(), now)), edit.record());
    }
}
