// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.state.History;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Settle;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a settlement that was refused, since its record moved on, had been applied when it was sent before: whoever did not get
 * that answer has nobody else to ask. Only the server knows how the history has its words.
 */
enum AppliedBefore {
    YES(
            "this settlement was applied when it was sent before, and the record has moved on since; sending it again changed"
                    + " nothing"),
    NO(
            "the record is not as it was seen: something moved meanwhile, and nothing was changed by this request; look again:"
                    + " its history has what was done, also by a settlement in other words"),
    UNKNOWN(
            "the record is not as it was seen: something moved meanwhile, and nothing was changed by this request; whether the"
                    + " same settlement was applied when it was sent before, its history does not tell (any more)");

    private final String detail;

    AppliedBefore(String detail) {
        this.detail = detail;
    }

    /** What happened, for people. */
    String detail() {
        return detail;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * What the record as it stands says.
     *
     * @param seen when the record that was looked at had been created, if that is known
     */
    static AppliedBefore of(Settlement settlement, KeyRecord found, Optional<Instant> seen) {
        boolean isAnother = seen.filter(
                        created -> created.toEpochMilli() != found.createdAt().toEpochMilli())
                .isPresent();
        if (isAnother || found.attempt() < settlement.attempt()) {
            // The one that was looked at is forgotten, with all that was done to it.
            return UNKNOWN;
        }
        if (found.attempt() == settlement.attempt()) {
            // Applied to the attempt that is the last one still, it would have recognised itself.
            return NO;
        }
        List<HistoryLine> lines = found.history().lines();
        if (lines.stream().anyMatch(line -> isOf(settlement, line))) {
            return YES;
        }
        // An attempt is settled once, after the line with which it began.
        boolean isCut = lines.size() == History.LONGEST && lines.get(0).attempt() > settlement.attempt();
        return isCut ? UNKNOWN : NO;
    }

    private static boolean isOf(Settlement settlement, HistoryLine line) {
        return line.attempt() == settlement.attempt()
                && line.reason() == reason(settlement.verdict())
                && line.who().equals(settlement.who())
                && line.why().equals(settlement.why());
    }

    private static Reason reason(Settle.Verdict verdict) {
        if (verdict instanceof Settle.Verdict.Happened) {
            return Reason.SETTLED_HAPPENED;
        }
        return verdict instanceof Settle.Verdict.DidNotHappen ? Reason.SETTLED_DID_NOT_HAPPEN : Reason.SETTLED_RERUN;
    }
}
