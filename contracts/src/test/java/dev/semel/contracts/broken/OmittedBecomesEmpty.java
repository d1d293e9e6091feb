// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.Saved;
import dev.semel.state.Decision;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An answer that was too large to keep is kept as an empty one. In the field the retry gets 200 and nothing, and
 * takes it for the answer.
 */
@Breaks("R19")
public final class OmittedBecomesEmpty extends OpenStore {

    public OmittedBecomesEmpty(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        boolean omitted =
                finish.ending() instanceof Ending.Save save && save.saved().isOmitted();
        return super.onFinish(record, omitted ? emptied(finish, (Ending.Save) finish.ending()) : finish, now);
    }

    private static Finish emptied(Finish finish, Ending.Save save) {
        Saved empty = Saved.of(save.saved().contentType(), new byte[0]);
        return new Finish(
                finish.id(),
                finish.attempt(),
                finish.claimId(),
                new Ending.Save(save.success(), empty, save.schemaVersion()),
                finish.retention(),
                finish.onDoubt());
    }
}
