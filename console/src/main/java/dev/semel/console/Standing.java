// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.state.Answer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import dev.semel.state.State;
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
            case IN_PROGRESS -> !sighting.lapsed() ? "running" : isHeld(sighting, policy) ? "held" : "lapsed";
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
                sighting.standingAnswer()
                                .map(Answer::saved)
                                .filter(saved -> saved.isOmitted())
                                .isPresent()
                        ? "not-kept"
                        : "replay";
            case RELEASED -> "run";
            case IN_DOUBT -> afterDoubt(sighting, policy);
            case IN_PROGRESS -> sighting.lapsed() ? afterDoubt(sighting, policy) : "conflict";
        };
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

    /** The choice travels in the claim, so that of now counts; of an operation that is gone, the record itself says. */
    private static boolean isHeld(Sighting sighting, Optional<Operation> policy) {
        return policy.map(operation -> operation.inDoubt() instanceof InDoubt.Hold)
                .orElseGet(() -> sighting.record().expiresAt().equals(KeyRecord.NEVER));
    }
}
