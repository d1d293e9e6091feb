// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.Admission.Conflict;
import dev.semel.Intent;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.seal.Seal;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Answer;
import dev.semel.state.OnDoubt;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a caller gets who does not run, from what the store saw (R6). */
final class Losers {

    private static final Duration SOON = Duration.ofSeconds(1);

    private Losers() {}

    static Admission answer(Intent intent, @Nullable Sighting seen) {
        if (seen == null || seen.record().state() == State.RELEASED) {
            return new Conflict(Conflict.Cause.IN_DOUBT, SOON);
        }
        if (!seen.record().fingerprint().equals(intent.fingerprint())) {
            return new Admission.Mismatch();
        }
        Optional<Answer> answer = seen.standingAnswer();
        boolean rerunning =
                answer.isPresent() && seen.leaseLive() && Claims.wantsRerun(intent.operation(), answer.get());
        if (answer.isPresent() && !rerunning) {
            return replay(intent, answer.get(), seen.retentionLeft());
        }
        return seen.leaseLive() ? busy(seen) : doubtful(intent.operation(), seen);
    }

    static Admission busy(Sighting seen) {
        Duration left = seen.leaseLeft();
        return new Conflict(Conflict.Cause.IN_PROGRESS, left.compareTo(SOON) < 0 ? left : SOON);
    }

    static Admission held(Sighting seen) {
        return new Admission.Held(seen.record().attempt());
    }

    static Admission stillUnknown() {
        return new Conflict(Conflict.Cause.IN_DOUBT, SOON);
    }

    private static Admission doubtful(Operation operation, Sighting seen) {
        return Claims.onDoubt(operation) == OnDoubt.HOLD ? held(seen) : stillUnknown();
    }

    /** The saved answer; an older one in the shape that the operation asks for (R20). */
    static Admission replay(Intent intent, Answer answer, Duration retentionLeft) {
        if (Seal.isOn(answer.saved())) {
            return new Admission.Unavailable(Admission.Unavailable.Cause.UNREADABLE, SOON);
        }
        Operation operation = intent.operation();
        boolean older = answer.schemaVersion() < operation.version();
        if (!older || !(operation.olderAnswers() instanceof OlderAnswer.Convert convert)) {
            return new Admission.Replay(answer, retentionLeft);
        }
        try {
            Saved saved = convert.converter().convert(answer.schemaVersion(), answer.saved());
            Answer converted = new Answer(
                    answer.success(),
                    Objects.requireNonNull(saved, "a converter must give an answer"),
                    operation.version(),
                    answer.attempt(),
                    answer.completedAt());
            return new Admission.Replay(converted, retentionLeft);
        } catch (Throwable e) {
            // An answer that cannot be read is no reason to do the work again (T10), and no error of whatever kind is a
            // reason to leave its caller without an answer.
            return new Admission.Unavailable(Admission.Unavailable.Cause.UNREADABLE, SOON);
        }
    }

    /** A sealed answer that nobody has opened on its way here: it must not be taken for what the work said. */
    static UnreadableRecordException sealed(Answer answer) {
        return new UnreadableRecordException("the saved answer is sealed"
                + Seal.keyOf(answer.saved())
                        .map(key -> " with the key '" + key + "'")
                        .orElse("")
                + ", and this process has no keys: wrap its store in SealedStore.over(store, keys); see"
                + " docs/operations.md#answers-cannot-be-opened");
    }
}
