// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** R20: a claim meets a saved answer with a schema version. */
final class VersionedClaimSubject implements Subject {

    @Override
    public String table() {
        return "claim with version";
    }

    @Override
    public List<Map<String, String>> combinations() {
        return Combinations.ofStatesWithAnswer()
                .and("fingerprint", "same", "other")
                .and("claim id", "same", "other")
                .and("saved version", "older", "current")
                .and("in doubt", "TAKE", "HOLD")
                .possible();
    }

    @Override
    public List<Run> runs(Map<String, String> combination) {
        List<Run> runs = new ArrayList<>();
        if (combination.get("saved version").equals("older")) {
            addRuns(runs, combination, 0, 1);
            addRuns(runs, combination, 1, 2);
        } else {
            addRuns(runs, combination, 1, 0);
            addRuns(runs, combination, 2, 2);
            addRuns(runs, combination, 3, 2);
        }
        return runs;
    }

    private static void addRuns(List<Run> runs, Map<String, String> combination, int version, int rerunBelow) {
        List<Found> all =
                new ArrayList<>(Records.found(Combinations.with(combination, "older answer", "yes"), version));
        if (Combinations.isFinal(combination.get("state"))) {
            all.addAll(Records.found(combination, version));
        }
        for (Found found : all) {
            runs.add(ClaimSubject.run(found, combination, rerunBelow));
        }
    }
}
