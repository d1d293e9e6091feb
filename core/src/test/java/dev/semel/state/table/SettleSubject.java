// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.HistoryLine;
import dev.semel.state.OnDoubt;
import dev.semel.state.Reason;
import dev.semel.state.Settle;
import dev.semel.state.Settle.Verdict;
import dev.semel.state.Transitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** R16: somebody settles what nobody knew. */
final class SettleSubject implements Subject {

    private static final int VERSION = 7;

    @Override
    public String table() {
        return "settle";
    }

    @Override
    public List<Map<String, String>> combinations() {
        return Combinations.ofStates()
                .and("holder", "current", "other attempt", "other claim", "this settlement")
                .and("verdict", "happened", "did not happen", "run again")
                .and("older answer", "no", "yes")
                .possible();
    }

    @Override
    public List<Run> runs(Map<String, String> combination) {
        List<Run> runs = new ArrayList<>();
        for (Found found : Records.found(combination)) {
            for (Verdict verdict : verdicts(combination.get("verdict"))) {
                runs.add(run(found, combination.get("holder"), verdict));
            }
        }
        return runs;
    }

    private static List<Verdict> verdicts(String verdict) {
        return switch (verdict) {
            case "happened" ->
                List.of(
                        new Verdict.Happened(true, Asked.SAVED, VERSION),
                        new Verdict.Happened(false, Asked.SAVED, VERSION));
            case "did not happen" -> List.of(new Verdict.DidNotHappen());
            default -> List.of(new Verdict.Rerun());
        };
    }

    private static Run run(Found found, String holder, Verdict verdict) {
        boolean again = holder.equals("this settlement");
        ClaimId settlementId = again ? Records.CLAIM : Asked.SETTLEMENT;
        int attempt = FinishSubject.attempt(found.record(), holder);
        Settle settle = new Settle(
                Asked.ID,
                attempt,
                FinishSubject.claimId(holder),
                settlementId,
                verdict,
                "an operator",
                "asked the bank",
                Asked.RETENTION);
        Asked asked = new Asked(
                settlementId,
                Asked.OTHER_FINGERPRINT,
                OnDoubt.HOLD,
                answer(verdict, attempt, found),
                line(settle, found));
        return Run.of(found, asked, Transitions.onSettle(found.record(), settle, found.now()));
    }

    private static Answer answer(Verdict verdict, int attempt, Found found) {
        return verdict instanceof Verdict.Happened happened
                ? new Answer(happened.success(), happened.saved(), happened.schemaVersion(), attempt, found.now())
                : Asked.STRAY;
    }

    private static HistoryLine line(Settle settle, Found found) {
        return new HistoryLine(settle.attempt(), reason(settle.verdict()), found.now(), settle.who(), settle.why());
    }

    private static Reason reason(Verdict verdict) {
        if (verdict instanceof Verdict.Happened) {
            return Reason.SETTLED_HAPPENED;
        }
        return verdict instanceof Verdict.DidNotHappen ? Reason.SETTLED_DID_NOT_HAPPEN : Reason.SETTLED_RERUN;
    }
}
