// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.InvalidValueException;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpSnapshot;
import dev.semel.state.Settle;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads what an operator decided. */
final class Verdicts {

    private static final int FIRST_FAILURE = 400;

    private Verdicts() {}

    static Settle.Verdict of(
            String word, @Nullable Integer status, @Nullable String contentType, @Nullable String body, int version) {
        return switch (word) {
            case "happened" -> happened(status, contentType, body, version);
            case "did-not-happen" -> new Settle.Verdict.DidNotHappen();
            case "run-again" -> new Settle.Verdict.Rerun();
            default -> throw new InvalidValueException("a verdict is one of happened, did-not-happen and run-again");
        };
    }

    /** What every later retry gets, byte for byte: so nothing of it is guessed but an empty body. */
    private static Settle.Verdict happened(
            @Nullable Integer status, @Nullable String contentType, @Nullable String body, int version) {
        if (status == null) {
            throw new InvalidValueException(
                    "what happened has an answer: give its status, and its contentType and body" + " if it has one");
        }
        Headers headers = contentType == null ? Headers.NONE : Headers.of("Content-Type", contentType);
        byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        HttpAnswer answer = HttpAnswer.of(status, headers, bytes);
        return new Settle.Verdict.Happened(
                status < FIRST_FAILURE, HttpSnapshot.codec().save(answer), version);
    }
}
