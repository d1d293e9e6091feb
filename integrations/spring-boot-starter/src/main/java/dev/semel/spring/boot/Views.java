// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import dev.semel.spi.Guarantees;
import dev.semel.state.Answer;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the actuator shows: plain maps, which every JSON library writes, and never a key or a payload (R27). */
final class Views {

    private Views() {}

    static Map<String, Object> of(Guarantees guarantees) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("consistency", guarantees.consistency().name());
        view.put("clock", guarantees.clock().name());
        view.put("reach", guarantees.reach().name());
        view.put("durability", guarantees.durability().name());
        view.put("statement", guarantees.statement());
        return view;
    }

    static Map<String, Object> of(Operation operation) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("name", operation.name());
        view.put("lease", operation.lease().toString());
        view.put("maxDuration", operation.maxDuration().toString());
        view.put("retention", operation.retention().toString());
        view.put("inDoubt", operation.inDoubt().getClass().getSimpleName());
        view.put("waits", operation.inFlight().waits());
        view.put("version", operation.version());
        view.put("failsOpen", operation.failsOpen());
        return view;
    }

    static Map<String, Object> of(Sighting sighting) {
        KeyRecord record = sighting.record();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("operation", record.id().operation());
        view.put("state", record.state().name());
        view.put("attempt", record.attempt());
        view.put("reason", record.reason().name());
        view.put("lapsed", sighting.lapsed());
        view.put("createdAt", text(record.createdAt()));
        view.put("leaseUntil", text(record.leaseUntil()));
        view.put("expiresAt", text(record.expiresAt()));
        view.put("seenAt", text(sighting.at()));
        sighting.standingAnswer().ifPresent(answer -> view.put("answer", of(answer)));
        view.put("history", record.history().lines().stream().map(Views::of).toList());
        return view;
    }

    private static Map<String, Object> of(Answer answer) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("success", answer.success());
        view.put("bytes", answer.saved().size());
        view.put("kept", !answer.saved().isOmitted());
        view.put("version", answer.schemaVersion());
        view.put("attempt", answer.attempt());
        view.put("completedAt", text(answer.completedAt()));
        return view;
    }

    private static Map<String, Object> of(HistoryLine line) {
        return Map.of(
                "attempt", line.attempt(),
                "reason", line.reason().name(),
                "at", text(line.at()),
                "who", line.who(),
                "why", line.why());
    }

    private static String text(Instant instant) {
        return instant.equals(KeyRecord.NEVER) ? "never" : instant.toString();
    }
}
