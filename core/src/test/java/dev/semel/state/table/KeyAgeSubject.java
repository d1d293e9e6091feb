// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.Claim;
import dev.semel.state.KeyAge;
import dev.semel.state.Transitions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** R14: a claim whose key carries its birth time. */
final class KeyAgeSubject implements Subject {

    private static final Duration LIMIT = Duration.ofHours(25);

    @Override
    public String table() {
        return "claim with key age";
    }

    @Override
    public List<Map<String, String>> combinations() {
        return Combinations.ofStates().and("key", "old", "young").possible();
    }

    /** Everything that the other two claim tables look at is tried as well. */
    @Override
    public List<Run> runs(Map<String, String> combination) {
        List<Run> runs = new ArrayList<>();
        for (Map<String, String> claim : new ClaimSubject().combinations()) {
            if (claim.get("state").equals(combination.get("state"))
                    && claim.get("time").equals(combination.get("time"))) {
                addRuns(runs, claim, "no", combination.get("key"));
                addRuns(runs, claim, "yes", combination.get("key"));
            }
        }
        return runs;
    }

    private static void addRuns(List<Run> runs, Map<String, String> claim, String older, String key) {
        Map<String, String> record = Combinations.with(claim, "older answer", older);
        if (!Combinations.isPossible(record)) {
            return;
        }
        for (Found found : Records.found(record)) {
            for (Instant born : births(key, found.now())) {
                runs.add(run(found, claim, new KeyAge(born, LIMIT)));
            }
        }
    }

    private static List<Instant> births(String key, Instant now) {
        Instant oldestAllowed = now.minus(LIMIT);
        return key.equals("old")
                ? List.of(oldestAllowed.minusNanos(1), Instant.EPOCH)
                : List.of(oldestAllowed, now, now.plusSeconds(60));
    }

    private static Run run(Found found, Map<String, String> combination, KeyAge age) {
        Claim aged = ClaimSubject.claim(combination, 2, age);
        Claim ageless = ClaimSubject.claim(combination, 2, null);
        return new Run(
                found,
                ClaimSubject.asked(aged),
                Transitions.onClaim(found.record(), aged, found.now()),
                Transitions.onClaim(found.record(), ageless, found.now()));
    }
}
