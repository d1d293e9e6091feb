// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.Fingerprint;
import dev.semel.Saved;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.History;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the records that a combination describes, each at the edges of the times that it describes. */
final class Records {

    static final ClaimId CLAIM = new ClaimId(1, 1);
    static final Fingerprint FINGERPRINT = Fingerprint.of("the first payload");
    private static final Saved OLD = Saved.of("text/plain", new byte[] {1});
    private static final Instant CREATED = Instant.parse("2030-01-01T00:00:00Z");
    private static final Instant LEASE_UNTIL = CREATED.plusSeconds(1_000);
    private static final Instant SOON = CREATED.plusSeconds(3_000);
    private static final Instant LATE = CREATED.plus(Duration.ofDays(90));
    private static final Instant AGES_LATER = CREATED.plus(Duration.ofDays(365_000));
    private static final int LATER_ATTEMPT = 3;
    private static final int MUCH_LATER_ATTEMPT = 12;

    private Records() {}

    static List<Found> found(Map<String, String> combination) {
        return found(combination, 1);
    }

    /** As {@link #found(Map)}, with a saved answer of the given schema version. */
    static List<Found> found(Map<String, String> combination, int version) {
        if (combination.get("state").equals(Combinations.ABSENT)) {
            return List.of(new Found(null, CREATED));
        }
        State state = State.valueOf(combination.get("state"));
        boolean older = "yes".equals(combination.get("older answer"));
        List<Found> all = new ArrayList<>();
        boolean runAgain = "yes".equals(combination.get("run again"));
        List<Reason> reasons = runAgain
                ? List.of(Reason.SETTLED_RERUN)
                : reasons(state, older, combination.getOrDefault("after doubt", "any"));
        for (Reason reason : reasons) {
            for (Instant expiry : expiries(state)) {
                for (Instant now : instants(combination.get("time"), expiry)) {
                    addEach(all, state, reason, older, version, expiry, now);
                }
            }
        }
        return all;
    }

    private static void addEach(
            List<Found> all, State state, Reason reason, boolean older, int version, Instant expiry, Instant now) {
        if (state == State.IN_PROGRESS && older) {
            all.add(new Found(record(state, reason, older(true, version), expiry), now));
            all.add(new Found(record(state, reason, older(false, version), expiry), now));
        } else if (state.isFinal() && older) {
            all.add(new Found(record(state, reason, older(state == State.COMPLETED, version), expiry), now));
        } else if (state.isFinal()) {
            all.add(new Found(record(state, reason, own(state, reason, version), expiry), now));
        } else {
            all.add(new Found(record(state, reason, null, expiry), now));
        }
    }

    private static List<Reason> reasons(State state, boolean older, String afterDoubt) {
        if (older) {
            return List.of(Reason.OLDER_VERSION);
        }
        List<Reason> reasons = new ArrayList<>();
        if (!afterDoubt.equals("no")) {
            reasons.addAll(List.of(Reason.LEASE_LAPSED, Reason.IN_DOUBT));
        }
        if (!afterDoubt.equals("yes")) {
            reasons.addAll(List.of(Reason.FIRST, Reason.RELEASED));
            if (state.isFinal()) {
                reasons.addAll(List.of(Reason.OLDER_VERSION, Reason.SETTLED_HAPPENED));
            }
            if (state == State.IN_PROGRESS || state == State.IN_DOUBT) {
                reasons.add(Reason.SETTLED_RERUN);
            }
            if (state == State.RELEASED) {
                reasons.add(Reason.SETTLED_DID_NOT_HAPPEN);
            }
        }
        return reasons;
    }

    private static List<Instant> expiries(State state) {
        return state == State.IN_DOUBT ? List.of(SOON, LATE, KeyRecord.NEVER) : List.of(SOON, LATE);
    }

    /** The first and the last instant of each time. */
    private static List<Instant> instants(String time, Instant expiry) {
        boolean never = expiry.equals(KeyRecord.NEVER);
        return switch (time) {
            case "live" -> List.of(CREATED, LEASE_UNTIL.minusNanos(1));
            case "lapsed" -> List.of(LEASE_UNTIL, expiry.minusNanos(1));
            case "kept" -> List.of(CREATED, never ? AGES_LATER : expiry.minusNanos(1));
            case "expired" -> never ? List.of() : List.of(expiry, expiry.plus(Duration.ofDays(1)));
            default -> throw new IllegalArgumentException("no such time: " + time);
        };
    }

    private static KeyRecord record(State state, Reason reason, @Nullable Answer answer, Instant expiry) {
        int attempt = attempt(reason);
        return new KeyRecord(
                Asked.ID,
                state,
                FINGERPRINT,
                attempt,
                CLAIM,
                reason,
                answer,
                CREATED,
                LEASE_UNTIL,
                expiry,
                history(attempt, reason));
    }

    private static int attempt(Reason reason) {
        return switch (reason) {
            case FIRST -> 1;
            case RELEASED -> MUCH_LATER_ATTEMPT;
            default -> LATER_ATTEMPT;
        };
    }

    private static History history(int attempt, Reason reason) {
        History history = History.NONE;
        for (int i = 1; i < attempt; i++) {
            history = history.plus(HistoryLine.began(i, i == 1 ? Reason.FIRST : Reason.RELEASED, CREATED));
        }
        return attempt == 1 ? history : history.plus(HistoryLine.began(attempt, reason, CREATED));
    }

    private static Answer older(boolean success, int version) {
        return new Answer(success, OLD, version, LATER_ATTEMPT - 1, CREATED);
    }

    private static Answer own(State state, Reason reason, int version) {
        return new Answer(state == State.COMPLETED, OLD, version, attempt(reason), CREATED);
    }
}
