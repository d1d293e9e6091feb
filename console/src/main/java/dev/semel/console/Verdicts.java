// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.http.Header;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpSnapshot;
import dev.semel.http.KeptHeaders;
import dev.semel.state.Settle;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads what an operator decided. Stateless. */
public final class Verdicts {

    private static final int FIRST_FAILURE = 400;
    private static final int FIRST_FINAL = 200;
    private static final int LAST = 599;

    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

    /** What Semel says of an answer, or keeps with it; somebody else's word for it would be a lie. */
    private static final Set<String> OWN = Set.of("idempotent-replayed", "idempotency-degraded", "semel-traceparent");

    private Verdicts() {}

    /**
     * The verdict of a word.
     *
     * @param word {@code happened}, {@code did-not-happen} or {@code run-again}
     * @param answer what every later retry gets, byte for byte: so it is there exactly if it happened, and nothing of it is
     *     guessed
     * @param operation whose record it is: it says the version of the answer's shape, and how large an answer may be to be kept
     */
    public static Settle.Verdict of(String word, Optional<HttpAnswer> answer, Operation operation) {
        if (answer.isPresent() != word.equals("happened")) {
            throw new InvalidValueException(
                    answer.isPresent()
                            ? "only what happened has an answer"
                            : "what happened has an answer: give its status, and its contentType and body if it has one");
        }
        return answer.map(given -> happened(given, operation)).orElseGet(() -> withoutAnswer(word));
    }

    /**
     * The verdict of a word, for a call that was no request.
     *
     * @param word {@code happened}, {@code did-not-happen} or {@code run-again}
     * @param value what every later call gets, as JSON: there exactly if it happened
     * @param operation whose record it is
     */
    public static Settle.Verdict ofCall(String word, Optional<String> value, Operation operation) {
        if (value.isPresent() != word.equals("happened")) {
            throw new InvalidValueException(
                    value.isPresent()
                            ? "only what happened has a value"
                            : "what happened has a value: give it as body, in JSON, and null for a method that returns nothing");
        }
        return value.map(given -> returned(given, operation)).orElseGet(() -> withoutAnswer(word));
    }

    /** Why a call's settlement is refused that looks like that of a request. */
    public static InvalidValueException noRequest() {
        return new InvalidValueException(
                "this operation is a method that is called, and serves no requests: what happened is its"
                        + " value as JSON, in body, without a status and headers");
    }

    private static Settle.Verdict returned(String value, Operation operation) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        // Only to see that it is JSON: what cannot be read would be every later call's failure.
        Object unused = Json.read(bytes);
        return new Settle.Verdict.Happened(
                true, fitting(Saved.owning("application/json", bytes), operation), operation.version());
    }

    private static Settle.Verdict withoutAnswer(String word) {
        return switch (word) {
            case "did-not-happen" -> new Settle.Verdict.DidNotHappen();
            case "run-again" -> new Settle.Verdict.Rerun();
            default -> throw new InvalidValueException(unknown());
        };
    }

    private static String unknown() {
        return "a verdict is one of happened, did-not-happen and run-again";
    }

    private static Settle.Verdict happened(HttpAnswer answer, Operation operation) {
        if (answer.status() < FIRST_FINAL || answer.status() > LAST) {
            throw new InvalidValueException("an answer that retries get has a status of 200 to 599");
        }
        if (answer.size() > 0 && WITHOUT_BODY.contains(answer.status())) {
            throw new InvalidValueException("an answer with the status " + answer.status() + " has no body");
        }
        answer.headers().forEach(Verdicts::check);
        if (answer.headers().lines().stream()
                        .filter(header -> header.is("Content-Type"))
                        .count()
                > 1) {
            throw new InvalidValueException("an answer has one Content-Type");
        }
        Saved saved = fitting(HttpSnapshot.codec().save(answer), operation);
        return new Settle.Verdict.Happened(answer.status() < FIRST_FAILURE, saved, operation.version());
    }

    private static Saved fitting(Saved saved, Operation operation) {
        if (saved.size() > operation.answerLimit()) {
            throw new InvalidValueException("the answer is too large: with its headers it takes " + saved.size()
                    + " bytes, and its operation keeps up to " + operation.answerLimit() + " bytes");
        }
        return saved;
    }

    private static void check(Header header) {
        if (!KeptHeaders.defaults().keeps(header.name())) {
            throw new InvalidValueException("an answer that retries get cannot have the header " + header.name()
                    + ": it belongs to one response or one connection");
        }
        if (OWN.contains(header.name().toLowerCase(Locale.ROOT))) {
            throw new InvalidValueException(
                    "an answer that retries get cannot have the header " + header.name() + ": Semel sets it itself");
        }
        // A server refuses to write others, when it is too late: each retry would wait for an answer that never comes.
        if (!header.value().chars().allMatch(unit -> unit == '\t' || (unit >= ' ' && unit <= '~'))) {
            throw new InvalidValueException("the value of the header " + header.name()
                    + " has a character that cannot be sent: it is visible ASCII, blanks and tabs");
        }
    }
}
