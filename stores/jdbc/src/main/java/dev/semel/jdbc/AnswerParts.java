// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Saved;
import dev.semel.state.Ending;
import dev.semel.state.Settle;
import dev.semel.state.State;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a saved answer; all null when nothing is saved.
 *
 * @param success whether it is a success
 * @param schemaVersion the version of its shape
 * @param saved what is kept
 */
record AnswerParts(
        @Nullable Boolean success,
        @Nullable Integer schemaVersion,
        @Nullable Saved saved) {

    private static final AnswerParts NONE = new AnswerParts(null, null, null);

    static AnswerParts of(Ending ending) {
        return ending instanceof Ending.Save save
                ? new AnswerParts(save.success(), save.schemaVersion(), save.saved())
                : NONE;
    }

    static AnswerParts of(Settle.Verdict verdict) {
        return verdict instanceof Settle.Verdict.Happened happened
                ? new AnswerParts(happened.success(), happened.schemaVersion(), happened.saved())
                : NONE;
    }

    /** The state of a record with this answer. */
    State state() {
        return Boolean.TRUE.equals(success) ? State.COMPLETED : State.FAILED;
    }

    @Nullable
    String contentType() {
        return saved == null ? null : saved.contentType();
    }

    @Nullable
    Boolean omitted() {
        return saved == null ? null : saved.isOmitted();
    }

    int size() {
        return saved == null ? 0 : saved.size();
    }

    byte @Nullable [] body() {
        return saved == null ? null : saved.toBytes();
    }
}
