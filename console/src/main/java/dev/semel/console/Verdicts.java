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
import java.util.Optional;

/** Reads what an operator decided. Stateless. */
public final class Verdicts {

    private static final int FIRST_FAILURE = 400;
    private static final int FIRST_FINAL = 200;
    private static final int LAST = 599;

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
        return switch (word) {
            case "happened" -> happened(answer.orElseThrow(), operation);
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
        for (Header header : answer.headers()) {
            if (!KeptHeaders.defaults().keeps(header.name())) {
                throw new InvalidValueException("an answer that retries get cannot have the header " + header.name()
                        + ": it belongs to one response or one connection");
            }
        }
        Saved saved = HttpSnapshot.codec().save(answer);
        if (saved.size() > operation.answerLimit()) {
            throw new InvalidValueException("the answer is too large: with its headers it takes " + saved.size()
                    + " bytes, and its operation keeps up to " + operation.answerLimit() + " bytes");
        }
        return new Settle.Verdict.Happened(answer.status() < FIRST_FAILURE, saved, operation.version());
    }
}
