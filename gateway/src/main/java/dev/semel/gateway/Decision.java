// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.Set;

/**
 * What somebody decided about a record, as the options of {@code keys settle} say it. They are read and checked before anybody is
 * asked: opening a file counts as a restart of its gateway. Stateless.
 */
final class Decision {

    static final Set<String> OPTIONS =
            Set.of("--verdict", "--attempt", "--why", "--who", "--status", "--content-type", "--body-file");

    private static final Set<String> VERDICTS = Set.of("happened", "did-not-happen", "run-again");

    private Decision() {}

    /** The members of a settlement but for the record that it is about. */
    static JsonObject read(Arguments arguments) {
        JsonObject decision = new JsonObject()
                .put("verdict", verdict(arguments))
                .put("why", arguments.required("--why", "the reason, for the record's history and the audit log"))
                .put("attempt", attempt(arguments));
        if (arguments.has("--offline")) {
            arguments.required("--who", "who decides; nobody signs in to a file");
        }
        arguments.option("--who").ifPresent(who -> decision.put("who", who));
        answer(arguments, decision.getString("verdict")).ifPresent(answer -> decision.put("answer", answer));
        return decision;
    }

    private static String verdict(Arguments arguments) {
        String verdict = arguments.required("--verdict", "happened, did-not-happen or run-again");
        if (!VERDICTS.contains(verdict)) {
            throw new Main.WrongUse("--verdict is one of happened, did-not-happen and run-again");
        }
        return verdict;
    }

    private static int attempt(Arguments arguments) {
        return arguments
                .number("--attempt")
                .orElseThrow(
                        () -> new Main.WrongUse("--attempt is missing: the attempt that you looked at with keys show"));
    }

    private static Optional<JsonObject> answer(Arguments arguments, String verdict) {
        boolean hasAnswer =
                arguments.has("--status") || arguments.has("--content-type") || arguments.has("--body-file");
        if (!verdict.equals("happened")) {
            if (hasAnswer) {
                throw new Main.WrongUse("only what happened has an answer: --status, --content-type and --body-file go"
                        + " with --verdict happened");
            }
            return Optional.empty();
        }
        JsonObject answer = new JsonObject()
                .put(
                        "status",
                        arguments
                                .number("--status")
                                .orElseThrow(() -> new Main.WrongUse(
                                        "what happened has an answer, and that a status: --status 201")));
        Optional<String> body = arguments.option("--body-file").map(file -> Keys.content("--body-file", file));
        body.ifPresent(text -> answer.put("body", text));
        arguments
                .option("--content-type")
                .or(() -> body.filter(Decision::isJson).map(text -> "application/json"))
                .ifPresent(type -> answer.put("contentType", type));
        return Optional.of(answer);
    }

    /** An object or a list; a lone word or number may as well be text. */
    private static boolean isJson(String text) {
        String begin = text.stripLeading();
        if (!begin.startsWith("{") && !begin.startsWith("[")) {
            return false;
        }
        try {
            return Json.decodeValue(text) != null;
        } catch (DecodeException e) {
            return false;
        }
    }
}
