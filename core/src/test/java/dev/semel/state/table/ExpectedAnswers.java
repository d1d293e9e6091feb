// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RenewAnswer;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The answers that the tables name, each with the record that it must tell about. */
final class ExpectedAnswers {

    private static final Map<String, Function<@Nullable Sighting, Object>> BY_NAME = new HashMap<>();

    static {
        BY_NAME.put("Granted", ClaimAnswer.Granted::new);
        BY_NAME.put("InProgress", ClaimAnswer.InProgress::new);
        BY_NAME.put("Final", ClaimAnswer.Final::new);
        BY_NAME.put("Mismatch", ClaimAnswer.Mismatch::new);
        BY_NAME.put("Held", ClaimAnswer.Held::new);
        BY_NAME.put("Spent", ClaimAnswer.Spent::new);
        BY_NAME.put("KeyTooOld", sighting -> new ClaimAnswer.KeyTooOld());
        BY_NAME.put("Applied", FinishAnswer.Applied::new);
        BY_NAME.put("AlreadyEnded", FinishAnswer.AlreadyEnded::new);
        BY_NAME.put("AlreadyEnded, saved", FinishAnswer.AlreadyEnded::new);
        BY_NAME.put("Fenced", FinishAnswer.Fenced::new);
        BY_NAME.put("Settled", SettleAnswer.Settled::new);
        BY_NAME.put("Refused", SettleAnswer.Refused::new);
        BY_NAME.put("RENEWED", sighting -> RenewAnswer.RENEWED);
        BY_NAME.put("LOST", sighting -> RenewAnswer.LOST);
        BY_NAME.put("true", sighting -> true);
        BY_NAME.put("false", sighting -> false);
    }

    private ExpectedAnswers() {}

    static Object named(String name, @Nullable Sighting sighting) {
        Function<@Nullable Sighting, Object> answer = BY_NAME.get(name);
        if (answer == null) {
            throw new IllegalArgumentException("no answer is called '" + name + "'");
        }
        return answer.apply(sighting);
    }
}
