// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every possible combination of the values of some columns. */
final class Combinations {

    static final String ABSENT = "absent";

    private List<Map<String, String>> all = List.of(Map.of());

    private Combinations() {}

    /** Every state, also none at all, at every time. */
    static Combinations ofStates() {
        return new Combinations()
                .and("state", ABSENT, "IN_PROGRESS", "COMPLETED", "FAILED", "IN_DOUBT", "RELEASED")
                .and("time", "live", "lapsed", "kept", "expired");
    }

    /** Those states that can carry a saved answer. */
    static Combinations ofStatesWithAnswer() {
        return new Combinations()
                .and("state", "IN_PROGRESS", "COMPLETED", "FAILED")
                .and("time", "live", "lapsed", "kept", "expired");
    }

    Combinations and(String column, String... values) {
        List<Map<String, String>> longer = new ArrayList<>();
        for (Map<String, String> one : all) {
            for (String value : values) {
                longer.add(with(one, column, value));
            }
        }
        all = longer;
        return this;
    }

    List<Map<String, String>> possible() {
        return all.stream().filter(Combinations::isPossible).toList();
    }

    static Map<String, String> with(Map<String, String> combination, String column, String value) {
        Map<String, String> copy = new LinkedHashMap<>(combination);
        copy.put(column, value);
        return copy;
    }

    /** Whether a record can be like this at all; {@code StateDiagramTest} shows that no other kind can be reached. */
    static boolean isPossible(Map<String, String> combination) {
        String state = combination.getOrDefault("state", "");
        boolean older = "yes".equals(combination.get("older answer"));
        boolean afterDoubt = "yes".equals(combination.get("after doubt"));
        boolean mayBeOlder = !afterDoubt && (state.equals("IN_PROGRESS") || isFinal(state));
        return timeFits(state, combination.getOrDefault("time", ""))
                && (!older || mayBeOlder)
                && (!afterDoubt || !state.equals(ABSENT))
                && (!"yes".equals(combination.get("run again")) || state.equals("RELEASED"))
                && settlementFits(state, older, combination.getOrDefault("holder", ""));
    }

    private static boolean timeFits(String state, String time) {
        return switch (time) {
            case "live", "lapsed" -> state.equals("IN_PROGRESS");
            case "kept" -> !state.equals("IN_PROGRESS") && !state.equals(ABSENT);
            default -> true;
        };
    }

    private static boolean settlementFits(String state, boolean older, String holder) {
        return !holder.equals("this settlement") || (!older && (isFinal(state) || state.equals("RELEASED")));
    }

    static boolean isFinal(String state) {
        return state.equals(State.COMPLETED.name()) || state.equals(State.FAILED.name());
    }
}
