// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.Renewal;
import dev.semel.state.Transitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** R9, R10: an attempt renews its lease. */
final class RenewSubject implements Subject {

    @Override
    public String table() {
        return "renew";
    }

    @Override
    public List<Map<String, String>> combinations() {
        return Combinations.ofStates()
                .and("holder", "current", "other attempt", "other claim")
                .possible();
    }

    @Override
    public List<Run> runs(Map<String, String> combination) {
        List<Found> all = new ArrayList<>(Records.found(combination));
        Map<String, String> rerun = Combinations.with(combination, "older answer", "yes");
        if (Combinations.isPossible(rerun)) {
            all.addAll(Records.found(rerun));
        }
        return all.stream().map(found -> run(found, combination.get("holder"))).toList();
    }

    private static Run run(Found found, String holder) {
        Renewal renewal = new Renewal(
                Asked.ID,
                FinishSubject.attempt(found.record(), holder),
                FinishSubject.claimId(holder),
                Asked.LEASE,
                Asked.RETENTION);
        return Run.of(found, Asked.nothing(), Transitions.onRenew(found.record(), renewal, found.now()));
    }
}
