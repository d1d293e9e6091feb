// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.Saved;
import dev.semel.state.Ending.Save;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;

/**
 * Wrong: there is no column for "the bytes were too many"; a missing body means it, and an empty one is stored as
 * missing, as some databases and many drivers do.
 *
 * <p>Harm: the retry of a request that was answered with an empty body (a 204, a 201 with a Location only) gets the
 * problem answer of an oversize response instead of the answer itself, for as long as the key is kept (R6, R19).
 */
public final class EmptyIsOmittedStore extends PlainStore {

    public EmptyIsOmittedStore(InstantSource clock) {
        super(clock);
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return finish.ending() instanceof Save save && save.saved().size() == 0
                ? super.finish(without(finish, save))
                : super.finish(finish);
    }

    private static Finish without(Finish finish, Save save) {
        Saved missing = Saved.omitted(save.saved().contentType());
        return new Finish(
                finish.id(),
                finish.attempt(),
                finish.claimId(),
                new Save(save.success(), missing, save.schemaVersion()),
                finish.retention(),
                finish.onDoubt());
    }
}
