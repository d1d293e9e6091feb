// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.OlderAnswer;
import dev.semel.OperationBuilder;
import dev.semel.http.HttpPolicyBuilder;
import dev.semel.http.KeptHeaders;
import dev.semel.http.OutcomeRules;
import dev.semel.http.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what a route says about its upstream's answers: what they mean (R15), what is kept of them, what older ones get (R20). */
final class AnswerReader {

    static final String KEPT_HEADERS = "kept-headers";

    private static final String OUTCOMES = "outcomes";
    private static final String OLDER = "older-answers";
    private static final Map<String, Verdict> VERDICTS =
            Map.of("save", Verdict.SAVE, "release", Verdict.RELEASE, "doubt", Verdict.DOUBT);
    private static final Pattern STATUS = Pattern.compile("[2-5][0-9]{2}");

    private AnswerReader() {}

    static void read(Section route, HttpPolicyBuilder policy) {
        if (route.has(OUTCOMES)) {
            policy.outcomes(outcomes(route.section(OUTCOMES)));
        }
        if (route.has(KEPT_HEADERS)) {
            policy.keptHeaders(keptHeaders(route.section(KEPT_HEADERS)));
        }
    }

    private static OutcomeRules outcomes(Section section) {
        OutcomeRules rules = OutcomeRules.defaults();
        for (String status : section.texts().keySet()) {
            if (!STATUS.matcher(status).matches()) {
                throw section.bad(status, "is no status: it is a number from 200 to 599");
            }
            rules = rules.status(
                    Integer.parseInt(status), section.word(status, VERDICTS).orElseThrow());
        }
        return rules;
    }

    private static KeptHeaders keptHeaders(Section section) {
        KeptHeaders kept = KeptHeaders.defaults();
        for (String name : section.texts("keep")) {
            kept = kept.keep(name);
            if (!kept.keeps(name)) {
                throw section.bad("keep", "cannot be " + name + ": that is about one connection, or frames a body");
            }
        }
        for (String name : section.texts("drop")) {
            kept = kept.drop(name);
        }
        section.done();
        return kept;
    }

    /** What a route says of headers, to be compared. */
    static Map<String, List<String>> headersNamed(Section route) {
        if (!route.has(KEPT_HEADERS)) {
            return Map.of();
        }
        Section section = route.section(KEPT_HEADERS);
        return Map.of("keep", section.texts("keep"), "drop", section.texts("drop"));
    }

    /** There is no converter: that is code. */
    static void version(Section route, OperationBuilder operation) {
        Optional<Integer> version = route.number("version");
        Optional<OlderAnswer> older =
                route.word(OLDER, Map.of("replay", OlderAnswer.replay(), "rerun", OlderAnswer.rerun()));
        if (version.isEmpty() && older.isPresent()) {
            throw route.bad(OLDER, "needs a version, from 1: without one, no answer is older");
        }
        version.ifPresent(number -> operation.version(number, older.orElseGet(OlderAnswer::replay)));
    }
}
