// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.Fingerprint;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.History;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.Reason;
import dev.semel.state.State;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The table of effects, put into practice: which record a named effect leaves behind. */
final class Effects {

    static final String UNCHANGED = "unchanged";

    private final Table table;

    Effects(String page) {
        table = Table.parse(page, "effects");
    }

    /** The record that the effect writes, null when it writes none. */
    @Nullable
    KeyRecord expected(String effect, Run run) {
        if (effect.equals(UNCHANGED)) {
            return null;
        }
        String[] parts = effect.split(": ", 2);
        String reason = parts.length > 1 ? parts[1] : "";
        return new Expectation(row(parts[0]), reason, run).record();
    }

    private Table.Row row(String effect) {
        return table.rows().stream()
                .filter(row -> row.cell("effect").equals(effect))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the table of effects has no '" + effect + "'"));
    }

    /** One row of the table, applied to one run. */
    private record Expectation(Table.Row row, String namedReason, Run run) {

        KeyRecord record() {
            Answer answer = answer();
            int attempt = attempt();
            Reason reason = reason();
            return new KeyRecord(
                    Asked.ID,
                    state(answer),
                    fingerprint(),
                    attempt,
                    claimId(),
                    reason,
                    answer,
                    created(),
                    leaseEnd(),
                    expiry(),
                    history(HistoryLine.began(attempt, reason, run.found().now())));
        }

        private State state(@Nullable Answer answer) {
            String cell = row.cell("state");
            return cell.equals("the answer's") ? Objects.requireNonNull(answer).state() : State.valueOf(cell);
        }

        private int attempt() {
            return switch (row.cell("attempt")) {
                case "1" -> 1;
                case "+1" -> before().attempt() + 1;
                case "same" -> before().attempt();
                default -> throw unknown("attempt");
            };
        }

        private Reason reason() {
            return switch (row.cell("reason")) {
                case "as named" -> Reason.valueOf(namedReason);
                case "same" -> before().reason();
                default -> throw unknown("reason");
            };
        }

        private ClaimId claimId() {
            return switch (row.cell("claim id")) {
                case "the command's" -> run.asked().claimId();
                case "same" -> before().claimId();
                default -> throw unknown("claim id");
            };
        }

        private Fingerprint fingerprint() {
            return switch (row.cell("fingerprint")) {
                case "the command's" -> run.asked().fingerprint();
                case "same" -> before().fingerprint();
                default -> throw unknown("fingerprint");
            };
        }

        private @Nullable Answer answer() {
            return switch (row.cell("saved answer")) {
                case "none" -> null;
                case "new" -> run.asked().answer();
                case "same" -> before().answer();
                default -> throw unknown("saved answer");
            };
        }

        private Instant created() {
            return switch (row.cell("created")) {
                case "now" -> run.found().now();
                case "same" -> before().createdAt();
                default -> throw unknown("created");
            };
        }

        private Instant leaseEnd() {
            return switch (row.cell("lease ends")) {
                case "now + lease" -> run.found().now().plus(Asked.LEASE);
                case "same" -> before().leaseUntil();
                default -> throw unknown("lease ends");
            };
        }

        private Instant expiry() {
            Instant kept = run.found().now().plus(Asked.RETENTION);
            Instant longest = kept.plus(Asked.MAX_DURATION);
            return switch (row.cell("expires")) {
                case "now + retention" -> kept;
                case "now + retention, never under HOLD" ->
                    run.asked().onDoubt() == OnDoubt.HOLD ? KeyRecord.NEVER : kept;
                case "now + max duration + retention" -> longest;
                case "now + max duration + retention, or same if later" -> later(longest, before().expiresAt());
                case "lease end + retention, or same if later" ->
                    later(leaseEnd().plus(Asked.RETENTION), before().expiresAt());
                case "same" -> before().expiresAt();
                default -> throw unknown("expires");
            };
        }

        private History history(HistoryLine attemptLine) {
            return switch (row.cell("history")) {
                case "none" -> History.NONE;
                case "the attempt's line" -> soFar().plus(attemptLine);
                case "the settlement's line" -> soFar().plus(run.asked().settlement());
                case "same" -> before().history();
                default -> throw unknown("history");
            };
        }

        private History soFar() {
            KeyRecord before = before();
            return before.attempt() > 1
                    ? before.history()
                    : History.NONE.plus(HistoryLine.began(1, Reason.FIRST, before.createdAt()));
        }

        private KeyRecord before() {
            KeyRecord before = run.found().record();
            if (before == null) {
                throw new IllegalArgumentException("nothing is 'same' where there was no record: " + row.line());
            }
            return before;
        }

        private IllegalArgumentException unknown(String column) {
            return new IllegalArgumentException("unknown word in column '" + column + "': " + row.line());
        }

        private static Instant later(Instant one, Instant other) {
            return one.isAfter(other) ? one : other;
        }
    }
}
