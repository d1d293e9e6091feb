// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * What somebody decided about a record, as the options of {@code keys settle} say it. They are read and checked before anybody is
 * asked: opening a file counts as a restart of its gateway. Stateless.
 */
final class Decision {

    static final Set<String> OPTIONS = Set.of(
            "--verdict", "--attempt", "--why", "--who", "--status", "--content-type", "--body-file", "--value-file");

    /** What is shorter than this is sent as text in any case: it is easier to look at on its way. */
    private static final int SHORT = 1024;

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
        boolean isHttp = arguments.has("--status") || arguments.has("--content-type") || arguments.has("--body-file");
        Optional<String> value = arguments.option("--value-file");
        if (!verdict.equals("happened")) {
            if (isHttp || value.isPresent()) {
                throw new Main.WrongUse("only what happened has an answer: --status, --content-type, --body-file and"
                        + " --value-file go with --verdict happened");
            }
            return Optional.empty();
        }
        if (isHttp && value.isPresent()) {
            throw new Main.WrongUse("--value-file is for a method that is called, and --status, --content-type and"
                    + " --body-file for a request: choose one");
        }
        return Optional.of(value.map(Decision::value).orElseGet(() -> http(arguments)));
    }

    /** What a method gave back, as JSON; whoever answers looks whether it is. */
    private static JsonObject value(String file) {
        return new JsonObject().put("kind", "value").put("body", OptionFile.text("--value-file", file));
    }

    private static JsonObject http(Arguments arguments) {
        JsonObject answer = new JsonObject()
                .put(
                        "status",
                        arguments
                                .number("--status")
                                .orElseThrow(() -> new Main.WrongUse(
                                        "what happened has an answer, and that a status: --status 201; or, of a method"
                                                + " that is called, a value: --value-file value.json")));
        Optional<byte[]> body = arguments.option("--body-file").map(file -> OptionFile.bytes("--body-file", file));
        body.ifPresent(bytes -> putBody(answer, bytes));
        arguments
                .option("--content-type")
                .or(() -> body.filter(Decision::isJson).map(bytes -> "application/json"))
                .ifPresent(type -> answer.put("contentType", type));
        return answer;
    }

    /** As text where it is text, and JSON makes less of it than Base64 would. */
    private static void putBody(JsonObject answer, byte[] bytes) {
        String encoded = Base64.getEncoder().encodeToString(bytes);
        OptionFile.text(bytes)
                .filter(text -> Json.encode(text).length() <= encoded.length() + SHORT)
                .ifPresentOrElse(text -> answer.put("body", text), () -> answer.put("bodyBase64", encoded));
    }

    /** An object or a list; a lone word or number may as well be text. */
    private static boolean isJson(byte[] bytes) {
        String text = OptionFile.text(bytes).orElse("").stripLeading();
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return false;
        }
        try {
            return Json.decodeValue(text) != null;
        } catch (DecodeException e) {
            return false;
        }
    }
}
