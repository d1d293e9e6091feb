// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.Fingerprint;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyAge;
import dev.semel.state.OnDoubt;
import dev.semel.state.Transitions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** R1, R6, R7, R16: a claim meets a record without an older answer. */
final class ClaimSubject implements Subject {

    @Override
    public String table() {
        return "claim";
    }

    @Override
    public List<Map<String, String>> combinations() {
        return Combinations.ofStates()
                .and("fingerprint", "same", "other")
                .and("claim id", "same", "other")
                .and("in doubt", "TAKE", "HOLD")
                .and("run again", "no", "yes")
                .possible();
    }

    @Override
    public List<Run> runs(Map<String, String> combination) {
        return Records.found(combination).stream()
                .map(found -> run(found, combination, 0))
                .toList();
    }

    static Run run(Found found, Map<String, String> combination, int rerunBelow) {
        Claim claim = claim(combination, rerunBelow, null);
        return Run.of(found, asked(claim), Transitions.onClaim(found.record(), claim, found.now()));
    }

    static Asked asked(Claim claim) {
        return new Asked(claim.claimId(), claim.fingerprint(), claim.onDoubt(), Asked.STRAY, Asked.STRAY_LINE);
    }

    static Claim claim(Map<String, String> combination, int rerunBelow, @Nullable KeyAge age) {
        Fingerprint fingerprint =
                combination.get("fingerprint").equals("same") ? Records.FINGERPRINT : Asked.OTHER_FINGERPRINT;
        ClaimId claimId = combination.get("claim id").equals("same") ? Records.CLAIM : Asked.OTHER_CLAIM;
        return new Claim(
                Asked.ID,
                fingerprint,
                claimId,
                Asked.LEASE,
                Asked.MAX_DURATION,
                Asked.RETENTION,
                OnDoubt.valueOf(combination.get("in doubt")),
                rerunBelow,
                age);
    }
}
