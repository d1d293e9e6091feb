// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts what a store said into words that the model's answer must match: everything but instants exactly, and of those
 * what decides (what remains of a lease, what remains until expiry) in steps of minutes.
 */
final class Likeness {

    private Likeness() {}

    /** Whether two durations are the same but for the real time that a test takes. */
    static boolean isNear(@Nullable Duration one, @Nullable Duration other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.minus(other).abs().compareTo(Sightings.SLACK) <= 0;
    }

    /** An answer or a look, taken apart. */
    record View(
            String kind,
            Optional<Facts> facts,
            @Nullable Duration leaseLeft,
            @Nullable Duration keptFor) {

        boolean isLike(View other) {
            return kind.equals(other.kind)
                    && facts.equals(other.facts)
                    && isNear(leaseLeft, other.leaseLeft)
                    && isNear(keptFor, other.keptFor);
        }

        @Override
        public String toString() {
            return facts.map(seen -> kind + " " + seen.state() + " attempt " + seen.attempt() + " by " + seen.claimId()
                            + " for " + seen.reason() + ", answer " + seen.answer() + ", lease left " + leaseLeft
                            + ", kept for "
                            + (keptFor == null ? "ever" : keptFor) + ", history " + seen.history())
                    .orElse(kind);
        }
    }

    static View found(Optional<Sighting> found) {
        return view(found.isPresent() ? "found" : "not found", found.orElse(null));
    }

    static View claim(ClaimAnswer answer) {
        return view(answer.getClass().getSimpleName(), sighting(answer));
    }

    static View finish(FinishAnswer answer) {
        if (answer instanceof FinishAnswer.Applied applied) {
            return view("Applied", applied.sighting());
        }
        if (answer instanceof FinishAnswer.AlreadyEnded ended) {
            return view(ended.isSaved() ? "AlreadyEnded and saved" : "AlreadyEnded", ended.sighting());
        }
        return view("Fenced", ((FinishAnswer.Fenced) answer).sighting());
    }

    static View settle(SettleAnswer answer) {
        return answer instanceof SettleAnswer.Settled settled
                ? view("Settled", settled.sighting())
                : view("Refused", ((SettleAnswer.Refused) answer).sighting());
    }

    /** A plain answer: a truth value, a list of renewals. */
    static View plain(Object answer) {
        return view(answer.toString(), null);
    }

    private static View view(String kind, @Nullable Sighting sighting) {
        if (sighting == null) {
            return new View(kind, Optional.empty(), null, null);
        }
        KeyRecord record = sighting.record();
        Duration lease =
                record.state() == State.IN_PROGRESS ? Duration.between(sighting.at(), record.leaseUntil()) : null;
        Duration kept = record.expiresAt().equals(KeyRecord.NEVER) ? null : sighting.retentionLeft();
        return new View(kind, Optional.of(Facts.of(record)), lease, kept);
    }

    private static @Nullable Sighting sighting(ClaimAnswer answer) {
        if (answer instanceof ClaimAnswer.Granted granted) {
            return granted.sighting();
        }
        if (answer instanceof ClaimAnswer.InProgress running) {
            return running.sighting();
        }
        if (answer instanceof ClaimAnswer.Final ended) {
            return ended.sighting();
        }
        if (answer instanceof ClaimAnswer.Mismatch mismatch) {
            return mismatch.sighting();
        }
        if (answer instanceof ClaimAnswer.Held held) {
            return held.sighting();
        }
        return answer instanceof ClaimAnswer.Spent spent ? spent.sighting() : null;
    }
}
