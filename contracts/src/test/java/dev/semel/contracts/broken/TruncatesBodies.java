// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.Saved;
import dev.semel.state.Decision;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bodies are cut at 64 KiB, as a column of the wrong type does without a word. In the field a large answer is
 * replayed as broken JSON.
 */
@Breaks("R6")
public final class TruncatesBodies extends OpenStore {

    private static final int COLUMN = 65_535;

    public TruncatesBodies(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        boolean large =
                finish.ending() instanceof Ending.Save save && save.saved().size() > COLUMN;
        return super.onFinish(record, large ? cut(finish, (Ending.Save) finish.ending()) : finish, now);
    }

    private static Finish cut(Finish finish, Ending.Save save) {
        Saved cut =
                Saved.of(save.saved().contentType(), Arrays.copyOf(save.saved().toBytes(), COLUMN));
        return new Finish(
                finish.id(),
                finish.attempt(),
                finish.claimId(),
                new Ending.Save(save.success(), cut, save.schemaVersion()),
                finish.retention(),
                finish.onDoubt());
    }
}
