// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.Operation;
import dev.semel.state.Answer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records as the API shows them: keys and payloads only to those who may see them. Safe for use by several threads. */
final class RecordViews {

    private static final int MASKED_FROM = 20;
    private static final int SHOWN_END = 4;

    private final Desk desk;
    private final References references;

    RecordViews(Desk desk, References references) {
        this.desk = desk;
        this.references = references;
    }

    /** One of many. */
    Map<String, @Nullable Object> summary(Sighting sighting, Catalogue catalogue, Caller caller) {
        KeyRecord record = sighting.record();
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("ref", references.of(record));
        view.put("tenant", record.id().tenant().id());
        view.put("operation", record.id().operation());
        view.put("key", key(record, caller));
        view.put(
                "standing",
                Standing.of(sighting, catalogue.operation(record.id().operation())));
        view.put("settleable", Standing.isSettleable(sighting));
        view.put("answerKind", catalogue.isCall(record.id().operation()) ? "value" : "http");
        Views.putState(view, sighting);
        return view;
    }

    /** Everything about one. */
    Map<String, @Nullable Object> detail(Sighting sighting, Catalogue catalogue, Caller caller) {
        KeyRecord record = sighting.record();
        Optional<Operation> policy = catalogue.operation(record.id().operation());
        Map<String, @Nullable Object> view = summary(sighting, catalogue, caller);
        view.put("fingerprint", desk.hashOf(record.fingerprint()));
        view.put("answer", record.answer() == null ? null : answer(record.answer(), caller));
        view.put(
                "payloadHidden",
                record.answer() != null && !record.answer().saved().isOmitted() && !caller.may(Role.SEE_BODIES));
        view.put("history", Views.history(record));
        view.put("nextRetry", Standing.nextRetry(sighting, policy));
        view.put(
                "policy",
                policy.map(operation -> operation(operation, catalogue)).orElse(null));
        return view;
    }

    static Map<String, @Nullable Object> operation(Operation operation, Catalogue catalogue) {
        Map<String, @Nullable Object> view = Views.of(operation);
        view.put("http", catalogue.policy(operation.name()).map(Views::of).orElse(null));
        return view;
    }

    private static Map<String, @Nullable Object> answer(Answer answer, Caller caller) {
        Map<String, @Nullable Object> view = Views.of(answer);
        if (caller.may(Role.SEE_BODIES) && !answer.saved().isOmitted()) {
            view.put("payload", Payloads.of(answer.saved()));
        }
        return view;
    }

    private Map<String, @Nullable Object> key(KeyRecord record, Caller caller) {
        String key = record.id().key().value();
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("hash", desk.hashOf(record.id()));
        view.put("masked", masked(key));
        if (caller.may(Role.SEE_BODIES)) {
            view.put("value", key);
        }
        return view;
    }

    /** The end of a long key lets it be told from others, and does not let it be guessed. */
    private static String masked(String key) {
        return key.length() < MASKED_FROM ? "…" : "…" + key.substring(key.length() - SHOWN_END);
    }
}
