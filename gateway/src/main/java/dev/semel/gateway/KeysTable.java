// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/** Records as people read them in a terminal. */
final class KeysTable {

    private static final String LINE = "%-14s %-10s %7s %8s  %-24s %s%n";

    private static final String ROW = "%-12s %s%n";

    private static final Map<String, String> REASONS = Map.of(
            "FIRST", "began: the key was new",
            "LEASE_LAPSED", "took over: the attempt before let its lease lapse",
            "IN_DOUBT", "took over: the attempt before ended in doubt",
            "RELEASED", "began: the attempt before is known to have done nothing",
            "OLDER_VERSION", "ran again: the saved answer was of an older version",
            "SETTLED_HAPPENED", "was settled: it happened",
            "SETTLED_DID_NOT_HAPPEN", "was settled: it did not happen",
            "SETTLED_RERUN", "was settled: it may run again");

    private static final Map<String, String> NEXT = Map.of(
            "replay", "gets the saved answer",
            "conflict", "gets 409 while the attempt runs",
            "run", "runs",
            "take-over", "runs as the next attempt",
            "reconcile", "asks the downstream what happened",
            "held", "gets 409 until somebody settles it",
            "not-kept", "is told that the answer was too large to keep",
            "convert", "gets the saved answer, which is of an older version and is converted",
            "rerun", "runs again, since the saved answer is of an older version");

    private final PrintStream out;

    KeysTable(PrintStream out) {
        this.out = out;
    }

    void print(JsonArray records, boolean more) {
        if (records.isEmpty()) {
            out.println("no records match");
            return;
        }
        out.printf(LINE, "key", "state", "attempt", "age", "operation", "tenant");
        for (int i = 0; i < records.size(); i++) {
            JsonObject record = records.getJsonObject(i);
            out.printf(
                    LINE,
                    record.getJsonObject("key").getString("hash"),
                    record.getString("standing"),
                    record.getInteger("attempt"),
                    age(record),
                    Printable.line(record.getString("operation")),
                    Printable.line(record.getString("tenant")));
        }
        if (more) {
            out.println("… and there are more; narrow the search, or raise --limit");
        }
    }

    private static String age(JsonObject record) {
        Duration age = Duration.between(
                Instant.parse(record.getString("createdAt")), Instant.parse(record.getString("seenAt")));
        return Durations.rough(age.isNegative() ? Duration.ZERO : age);
    }

    void print(JsonObject record) {
        JsonObject key = record.getJsonObject("key");
        row("key", key.getString("hash") + "  " + key.getString("value", key.getString("masked")));
        row("operation", record.getString("operation"));
        row("tenant", record.getString("tenant"));
        row("state", record.getString("standing") + " (" + record.getString("state") + ")");
        row("attempt", record.getInteger("attempt").toString());
        row("created", record.getString("createdAt"));
        row("lease until", record.getString("leaseUntil"));
        row("expires", Objects.requireNonNullElse(record.getString("expiresAt"), "never: it waits for a settlement"));
        row("next retry", NEXT.getOrDefault(record.getString("nextRetry"), record.getString("nextRetry")));
        if (record.getJsonObject("answer") != null) {
            answer(record.getJsonObject("answer"));
        }
        out.println("history");
        for (int i = 0; i < record.getJsonArray("history").size(); i++) {
            line(record.getJsonArray("history").getJsonObject(i));
        }
        if (record.getBoolean("settleable")) {
            out.println("It can be settled: semel keys settle --attempt " + record.getInteger("attempt")
                    + " --verdict … --why …");
        }
    }

    /** What comes of an attempt on which nobody works any more. */
    void leftBehind(JsonObject record) {
        out.println("It was under way when the file was left, and can be settled: semel keys settle --attempt "
                + record.getInteger("attempt") + " --verdict … --why … waits until its lease is over, "
                + LeftBehind.text(record) + ".");
    }

    /** How long what was settled is kept, and by whose word. */
    void kept(JsonObject record, String otherwise) {
        Duration left = Duration.between(
                Instant.parse(record.getString("seenAt")), Instant.parse(record.getString("expiresAt")));
        String operation = Printable.line(record.getString("operation"));
        out.println("It is kept for " + Durations.rough(left) + ": "
                + (record.getJsonObject("policy") == null
                        ? "by default, and no shorter than before, since the retention of " + operation
                                + " is not known; " + otherwise
                        : "the retention of " + operation));
    }

    private void row(String name, String value) {
        out.printf(ROW, name, Printable.line(value));
    }

    private void answer(JsonObject answer) {
        row(
                "answer",
                (answer.getBoolean("success") ? "success" : "failure") + ", " + answer.getInteger("bytes")
                        + " bytes, saved " + answer.getString("completedAt"));
        if (answer.getJsonObject("payload") != null) {
            payload(answer.getJsonObject("payload"));
        }
    }

    /** What is no answer of HTTP is a method's value, and has no status. */
    private void payload(JsonObject payload) {
        boolean isHttp = payload.getInteger("status") != null;
        if (isHttp) {
            row("status", payload.getInteger("status").toString());
        }
        out.printf(
                ROW,
                isHttp ? "body" : "value",
                Printable.lines(Objects.requireNonNullElse(payload.getString("text"), "(not text; see --json)")));
        if (payload.getBoolean("truncated")) {
            out.println("(cut: the first of " + payload.getInteger("size") + " bytes; retries get all of them)");
        }
    }

    private void line(JsonObject line) {
        String reason = line.getString("reason");
        String by = line.getString("who").isEmpty()
                ? ""
                : ", by " + Printable.line(line.getString("who")) + ": " + Printable.line(line.getString("why"));
        out.println("  " + line.getString("at") + "  attempt " + line.getInteger("attempt") + " "
                + REASONS.getOrDefault(reason, reason) + by);
    }
}
