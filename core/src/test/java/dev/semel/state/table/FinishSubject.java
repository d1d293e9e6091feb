// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.Transitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** R10, R15, R20: an attempt ends. */
final class FinishSubject implements Subject {

    private static final int VERSION = 7;

    @Override
    public String table() {
        return "finish";
    }

    @Override
    public List<Map<String, String>> combinations() {
        return Combinations.ofStates()
                .and("holder", "current", "other attempt", "other claim")
                .and("ending", "save", "release", "settled release", "doubt")
                .and("after doubt", "no", "yes")
                .and("older answer", "no", "yes")
                .possible();
    }

    @Override
    public List<Run> runs(Map<String, String> combination) {
        List<Run> runs = new ArrayList<>();
        for (Found found : Records.found(combination)) {
            for (OnDoubt onDoubt : OnDoubt.values()) {
                for (Ending ending : endings(combination.get("ending"))) {
                    runs.add(run(found, combination.get("holder"), ending, onDoubt));
                }
            }
        }
        return runs;
    }

    private static List<Ending> endings(String ending) {
        return switch (ending) {
            case "save" ->
                List.of(new Ending.Save(true, Asked.SAVED, VERSION), new Ending.Save(false, Asked.SAVED, VERSION));
            case "release" -> List.of(new Ending.Release(false));
            case "settled release" -> List.of(new Ending.Release(true));
            default -> List.of(new Ending.Doubt());
        };
    }

    private static Run run(Found found, String holder, Ending ending, OnDoubt onDoubt) {
        Finish finish = new Finish(
                Asked.ID, attempt(found.record(), holder), claimId(holder), ending, Asked.RETENTION, onDoubt);
        Asked asked =
                new Asked(Asked.OTHER_CLAIM, Asked.OTHER_FINGERPRINT, onDoubt, answer(finish, found), Asked.STRAY_LINE);
        return Run.of(found, asked, Transitions.onFinish(found.record(), finish, found.now()));
    }

    private static Answer answer(Finish finish, Found found) {
        return finish.ending() instanceof Ending.Save save
                ? new Answer(save.success(), save.saved(), save.schemaVersion(), finish.attempt(), found.now())
                : Asked.STRAY;
    }

    /** The attempt that a holder names: "other attempt" is the one before, or, for the first, the one after. */
    static int attempt(@Nullable KeyRecord record, String holder) {
        int current = record == null ? 1 : record.attempt();
        if (!holder.equals("other attempt")) {
            return current;
        }
        return current == 1 ? 2 : current - 1;
    }

    static ClaimId claimId(String holder) {
        return holder.equals("current") || holder.equals("other attempt") ? Records.CLAIM : Asked.OTHER_CLAIM;
    }
}
