// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InDoubt;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.http.BodyFingerprint;
import dev.semel.http.HttpPolicy;
import dev.semel.spi.Guarantees;
import dev.semel.state.Answer;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What operators are shown: plain maps, which every JSON library writes, and never a key or a payload (R27). Stateless. */
public final class Views {

    private Views() {}

    /** What a store promises. */
    public static Map<String, @Nullable Object> of(Guarantees guarantees) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("consistency", guarantees.consistency().name());
        view.put("clock", guarantees.clock().name());
        view.put("reach", guarantees.reach().name());
        view.put("durability", guarantees.durability().name());
        view.put("statement", guarantees.statement());
        return view;
    }

    /** An operation and its policy. */
    public static Map<String, @Nullable Object> of(Operation operation) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("name", operation.name());
        view.put("lease", operation.lease().toString());
        view.put("maxDuration", operation.maxDuration().toString());
        view.put("retention", operation.retention().toString());
        view.put("inDoubt", word(operation.inDoubt()));
        view.put("inDoubtIsDefault", operation.inDoubtIsDefault());
        view.put("waits", operation.inFlight().waits());
        Map<String, @Nullable Object> inFlight = new LinkedHashMap<>();
        inFlight.put("waits", operation.inFlight().waits());
        inFlight.put("deadline", operation.inFlight().deadline().toString());
        inFlight.put("waitersPerKey", operation.inFlight().waitersPerKey());
        view.put("inFlight", inFlight);
        view.put("version", operation.version());
        view.put("olderAnswers", word(operation.olderAnswers()));
        view.put("failsOpen", operation.failsOpen());
        view.put("answerLimit", operation.answerLimit());
        view.put("completionWait", operation.completionWait().toString());
        view.put("keyRules", operation.keyRules().name());
        view.put("refusesLateRetries", operation.lateRetry().margin().isPresent());
        return view;
    }

    private static String word(InDoubt choice) {
        if (choice instanceof InDoubt.Hold) {
            return "Hold";
        }
        return choice instanceof InDoubt.Reconcile ? "Reconcile" : "Rerun";
    }

    private static String word(OlderAnswer choice) {
        if (choice instanceof OlderAnswer.Rerun) {
            return "Rerun";
        }
        return choice instanceof OlderAnswer.Convert ? "Convert" : "Replay";
    }

    static Map<String, @Nullable Object> of(HttpPolicy policy) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("methods", List.copyOf(new TreeSet<>(policy.methods())));
        view.put("keyRequired", policy.isKeyRequired());
        view.put("keyInBody", policy.keyInBody().orElse(null));
        view.put("fingerprint", word(policy.fingerprint()));
        view.put("inFlightStatus", policy.inFlightStatus());
        return view;
    }

    private static String word(BodyFingerprint fingerprint) {
        if (fingerprint instanceof BodyFingerprint.Pointers some) {
            return String.join(" ", some.pointers());
        }
        return fingerprint instanceof BodyFingerprint.Canonical ? "canonical-json" : "raw";
    }

    /** A record, without key, tenant and payload. */
    public static Map<String, @Nullable Object> of(Sighting sighting) {
        KeyRecord record = sighting.record();
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("operation", record.id().operation());
        putState(view, sighting);
        sighting.standingAnswer().ifPresent(answer -> view.put("answer", of(answer)));
        view.put("history", history(record));
        return view;
    }

    static void putState(Map<String, @Nullable Object> view, Sighting sighting) {
        KeyRecord record = sighting.record();
        view.put("state", record.state().name());
        view.put("attempt", record.attempt());
        view.put("reason", record.reason().name());
        view.put("lapsed", sighting.lapsed());
        view.put("createdAt", record.createdAt().toString());
        view.put("leaseUntil", record.leaseUntil().toString());
        view.put("expiresAt", text(record.expiresAt()));
        view.put("seenAt", sighting.at().toString());
    }

    static Map<String, @Nullable Object> of(Answer answer) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("success", answer.success());
        view.put("bytes", answer.saved().size());
        view.put("kept", !answer.saved().isOmitted());
        view.put("version", Catalogue.isOfUnknownVersion(answer) ? null : answer.schemaVersion());
        view.put("attempt", answer.attempt());
        view.put("completedAt", answer.completedAt().toString());
        return view;
    }

    /** A record that had one attempt keeps no history; it has one all the same. */
    static List<Map<String, @Nullable Object>> history(KeyRecord record) {
        List<HistoryLine> lines = record.history().lines();
        return (lines.isEmpty()
                        ? List.of(HistoryLine.began(record.attempt(), record.reason(), record.createdAt()))
                        : lines)
                .stream().map(Views::of).toList();
    }

    private static Map<String, @Nullable Object> of(HistoryLine line) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("attempt", line.attempt());
        view.put("reason", line.reason().name());
        view.put("at", line.at().toString());
        view.put("who", line.who());
        view.put("why", line.why());
        return view;
    }

    /** Null for never. */
    private static @Nullable String text(Instant instant) {
        return instant.equals(KeyRecord.NEVER) ? null : instant.toString();
    }
}
