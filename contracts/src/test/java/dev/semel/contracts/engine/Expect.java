// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Codec;
import dev.semel.Completion;
import dev.semel.Execution;
import dev.semel.Saved;
import dev.semel.Ticket;
import java.util.concurrent.CompletionStage;

/** Says what an answer must be, and gives it as that. */
final class Expect {

    private Expect() {}

    static <T> T a(Class<T> kind, Object answer) {
        assertThat(answer).isInstanceOf(kind);
        return kind.cast(answer);
    }

    static Ticket run(Admission admission) {
        return a(Admission.Run.class, admission).ticket();
    }

    /** The text of the answer that is replayed. */
    static String replay(Admission admission) {
        return text(a(Admission.Replay.class, admission).answer().saved());
    }

    static Admission.Conflict conflict(Admission admission, Admission.Conflict.Cause cause) {
        Admission.Conflict conflict = a(Admission.Conflict.class, admission);
        assertThat(conflict.cause()).isEqualTo(cause);
        return conflict;
    }

    static void unavailable(Admission admission, Admission.Unavailable.Cause cause) {
        assertThat(a(Admission.Unavailable.class, admission).cause()).isEqualTo(cause);
    }

    static void recorded(CompletionStage<Completion> completion) {
        a(Completion.Recorded.class, Now.of(completion));
    }

    static void unrecorded(CompletionStage<Completion> completion) {
        a(Completion.Unrecorded.class, Now.of(completion));
    }

    static Admission lost(CompletionStage<Completion> completion) {
        return a(Completion.Lost.class, Now.of(completion)).instead();
    }

    static void pending(CompletionStage<?> stage) {
        assertThat(stage.toCompletableFuture().isDone())
                .as("is answered already")
                .isFalse();
    }

    static Execution.Answered answered(Execution execution) {
        return a(Execution.Answered.class, execution);
    }

    static Saved saved(String text) {
        return Codec.UTF_8.save(text);
    }

    static String text(Saved saved) {
        return Codec.UTF_8.load(saved);
    }
}
