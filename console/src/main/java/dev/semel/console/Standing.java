// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InDoubt;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.state.Answer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.util.Objects;
import java.util.Optional;

/** A record's state in an operator's words, and what follows from it. Pure. */
final class Standing {

    private Standing() {}

    static String of(Sighting sighting, Optional<Operation> policy) {
        return switch (sighting.record().state()) {
            case COMPLETED -> "completed";
            case FAILED -> "failed";
            case RELEASED -> "released";
            case IN_DOUBT -> isHeld(sighting, policy) ? "held" : "in-doubt";
            case IN_PROGRESS -> !sighting.lapsed() ? "running" : isHeldLapsed(sighting, policy) ? "held" : "lapsed";
        };
    }

    /** Whether a settlement of its current attempt would be taken. */
    static boolean isSettleable(Sighting sighting) {
        KeyRecord record = sighting.record();
        return record.state() == State.IN_DOUBT || (sighting.lapsed() && record.answer() == null);
    }

    /** What the next retry with the same request gets. */
    static String nextRetry(Sighting sighting, Optional<Operation> policy) {
        return switch (sighting.record().state()) {
            case COMPLETED, FAILED ->
                ofAnswer(Objects.requireNonNull(sighting.record().answer()), policy);
            case RELEASED -> "run";
            case IN_DOUBT -> afterDoubt(sighting, policy);
            case IN_PROGRESS -> ofAttempt(sighting, policy);
        };
    }

    /** Of an attempt that makes an answer anew, the older one stands (R20). */
    private static String ofAttempt(Sighting sighting, Optional<Operation> policy) {
        Answer older = sighting.record().answer();
        if (older != null && (sighting.lapsed() || !runsAgain(older, policy))) {
            return ofAnswer(older, policy);
        }
        return sighting.lapsed() ? afterDoubt(sighting, policy) : "conflict";
    }

    private static String ofAnswer(Answer answer, Optional<Operation> policy) {
        if (runsAgain(answer, policy)) {
            return "rerun";
        }
        if (answer.saved().isOmitted()) {
            return "not-kept";
        }
        return policy.filter(operation ->
                                isOlder(answer, operation) && operation.olderAnswers() instanceof OlderAnswer.Convert)
                        .isPresent()
                ? "convert"
                : "replay";
    }

    private static boolean runsAgain(Answer answer, Optional<Operation> policy) {
        return policy.filter(operation ->
                        isOlder(answer, operation) && operation.olderAnswers() instanceof OlderAnswer.Rerun)
                .isPresent();
    }

    private static boolean isOlder(Answer answer, Operation operation) {
        return answer.schemaVersion() < operation.version();
    }

    private static String afterDoubt(Sighting sighting, Optional<Operation> policy) {
        if (isHeld(sighting, policy)) {
            return "held";
        }
        return policy.filter(operation -> operation.inDoubt() instanceof InDoubt.Reconcile)
                        .isPresent()
                ? "reconcile"
                : "take-over";
    }

    private static boolean isHeldLapsed(Sighting sighting, Optional<Operation> policy) {
        return sighting.record().answer() == null && isHeld(sighting, policy);
    }

    /** The choice travels in the claim, so that of now counts; of an operation that is gone, the record itself says. */
    private static boolean isHeld(Sighting sighting, Optional<Operation> policy) {
        return policy.map(operation -> operation.inDoubt() instanceof InDoubt.Hold)
                .orElseGet(() -> sighting.record().expiresAt().equals(KeyRecord.NEVER));
    }
}
