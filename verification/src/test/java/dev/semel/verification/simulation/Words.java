// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Intent;
import dev.semel.state.Abandon;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says in a trace what happened. */
final class Words {

    private final Trace trace;

    Words(Trace trace) {
        this.trace = trace;
    }

    String of(RecordId id) {
        String key = id.key().value();
        return id.tenant().id() + "/" + id.operation() + "/" + key.substring(0, Math.min(2, key.length()));
    }

    String of(Intent intent) {
        boolean first = intent.fingerprint().equals(Plan.FIRST_PAYLOAD);
        return of(intent.recordId()) + (first ? "" : " (other payload)") + " v"
                + intent.operation().version();
    }

    String of(Admission admission) {
        if (admission instanceof Admission.Replay replay) {
            return "Replay[" + Texts.text(replay.answer().saved()) + "]";
        }
        return admission.toString();
    }

    String of(@Nullable Completion completion) {
        if (completion instanceof Completion.Recorded recorded) {
            return "Recorded, " + of(recorded.sighting().record());
        }
        return completion instanceof Completion.Lost lost ? "Lost, instead " + of(lost.instead()) : "Unrecorded";
    }

    String of(Step step) {
        return command(step.command()) + " -> " + answer(step.answer()) + (step.changed() ? "; now " : "; still ")
                + of(step.id(), Optional.ofNullable(step.after()));
    }

    private String command(Object command) {
        if (command instanceof Claim claim) {
            return "claim " + trace.name(claim.claimId()) + " " + claim.onDoubt()
                    + (claim.rerunBelow() > 0 ? " rerun below " + claim.rerunBelow() : "");
        }
        if (command instanceof Finish finish) {
            return "finish " + trace.name(finish.claimId()) + "#" + finish.attempt() + " " + ending(finish.ending());
        }
        if (command instanceof Renewal renewal) {
            return "renew " + trace.name(renewal.claimId()) + "#" + renewal.attempt() + " for "
                    + renewal.lease().toMillis() + " ms";
        }
        if (command instanceof Abandon abandon) {
            return "abandon " + trace.name(abandon.claimId());
        }
        return command instanceof Settle settle
                ? "settle #" + settle.attempt() + " as "
                        + settle.verdict().getClass().getSimpleName()
                : command.toString();
    }

    private static String ending(Ending ending) {
        return ending instanceof Ending.Save save ? "Save[" + Texts.text(save.saved()) + "]" : ending.toString();
    }

    private static String answer(Object answer) {
        boolean plain = answer instanceof Enum || answer instanceof Boolean || answer instanceof Integer;
        return plain || answer instanceof ClaimAnswer.KeyTooOld
                ? answer.toString()
                : answer.getClass().getSimpleName();
    }

    String of(RecordId id, Optional<KeyRecord> record) {
        return of(id) + " " + record.map(this::of).orElse("absent");
    }

    private String of(KeyRecord record) {
        Answer answer = record.answer();
        return record.state() + " " + trace.name(record.claimId()) + "#" + record.attempt() + " " + record.reason()
                + ", lease until " + millis(record.leaseUntil()) + ", expires " + millis(record.expiresAt())
                + (answer == null ? "" : ", answer v" + answer.schemaVersion() + " " + Texts.text(answer.saved()));
    }

    private static String millis(@Nullable Instant instant) {
        return KeyRecord.NEVER.equals(instant)
                ? "never"
                : String.format("%.3f", Duration.between(Loop.FIRST, instant).toNanos() / 1e6);
    }
}
