// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.Abandon;
import dev.semel.state.ClaimId;
import dev.semel.state.Transitions;
import java.util.List;
import java.util.Map;

/** R7: a claim that was given up unanswered is abandoned. */
final class AbandonSubject implements Subject {

    @Override
    public String table() {
        return "abandon";
    }

    @Override
    public List<Map<String, String>> combinations() {
        return Combinations.ofStates()
                .and("claim id", "same", "other")
                .and("after doubt", "no", "yes")
                .and("older answer", "no", "yes")
                .possible();
    }

    @Override
    public List<Run> runs(Map<String, String> combination) {
        ClaimId claimId = combination.get("claim id").equals("same") ? Records.CLAIM : Asked.OTHER_CLAIM;
        Abandon abandon = new Abandon(Asked.ID, claimId);
        return Records.found(combination).stream()
                .map(found ->
                        Run.of(found, Asked.nothing(), Transitions.onAbandon(found.record(), abandon, found.now())))
                .toList();
    }
}
