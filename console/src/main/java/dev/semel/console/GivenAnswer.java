// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.Operation;
import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.state.Settle;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a settlement says that retries get, if anything: an answer of HTTP, or the value of a method that is called. Stateless. */
final class GivenAnswer {

    private static final Set<String> MEMBERS = Set.of("kind", "status", "contentType", "body", "bodyBase64", "headers");
    private static final String HTTP = "http";
    private static final String VALUE = "value";
    private static final int LOWEST_STATUS = 200;
    private static final int HIGHEST_STATUS = 599;

    private GivenAnswer() {}

    /**
     * The verdict of a settlement.
     *
     * @param settlement its members
     * @param operation whose record it is
     * @param isCall whether that is a method that is called; empty where nobody knows the operation, and the answer itself says it
     */
    static Settle.Verdict verdict(Fields settlement, Operation operation, Optional<Boolean> isCall) {
        String word = settlement.text("verdict");
        Optional<Fields> answer = settlement.has("answer")
                ? Optional.of(Fields.of(settlement.value("answer"), MEMBERS))
                : Optional.empty();
        Optional<Boolean> said = answer.flatMap(given -> given.find("kind")).map(GivenAnswer::isValue);
        if (isCall.isPresent() && said.isPresent() && !said.equals(isCall)) {
            throw isCall.get()
                    ? Verdicts.noRequest()
                    : new InvalidValueException(
                            "this operation serves requests: what happened is an answer with a status,"
                                    + " and no value");
        }
        return isCall.or(() -> said).orElse(false)
                ? Verdicts.ofCall(word, answer.flatMap(GivenAnswer::value), operation)
                : Verdicts.of(word, answer.map(GivenAnswer::http), operation);
    }

    private static boolean isValue(String kind) {
        if (!kind.equals(HTTP) && !kind.equals(VALUE)) {
            throw new InvalidValueException("the kind of an answer is " + HTTP + " or " + VALUE);
        }
        return kind.equals(VALUE);
    }

    /** What a call gave back; it has nothing that only requests have. */
    private static Optional<String> value(Fields answer) {
        if (answer.has("status") || answer.has("headers") || answer.has("bodyBase64")) {
            throw Verdicts.noRequest();
        }
        Optional<String> value = answer.find("body");
        value.ifPresent(GivenAnswer::encoded);
        return value;
    }

    private static HttpAnswer http(Fields answer) {
        int status = answer.number("status", LOWEST_STATUS, HIGHEST_STATUS)
                .orElseThrow(() -> new InvalidValueException("an answer has a status"));
        List<Header> headers = new ArrayList<>();
        answer.find("contentType")
                .filter(type -> !type.isBlank())
                .ifPresent(type -> headers.add(new Header("Content-Type", type)));
        answer.list("headers").forEach(line -> headers.add(header(line)));
        return HttpAnswer.owning(status, Headers.of(headers), body(answer));
    }

    private static byte[] body(Fields answer) {
        Optional<String> encoded = answer.find("bodyBase64");
        if (encoded.isPresent() && answer.has("body")) {
            throw new InvalidValueException("an answer has one body: as text in body, or in bodyBase64");
        }
        return encoded.map(GivenAnswer::decoded)
                .orElseGet(() -> encoded(answer.find("body").orElse("")));
    }

    /** Byte for byte what was given, or not at all: half a character has no bytes, and others must not stand for it. */
    private static byte[] encoded(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] all = new byte[bytes.remaining()];
            bytes.get(all);
            return all;
        } catch (CharacterCodingException e) {
            throw new InvalidValueException(
                    "body is no text: it has half of a character (a surrogate without its pair)");
        }
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("bodyBase64 is no Base64");
        }
    }

    private static Header header(Object line) {
        Fields fields = Fields.of(line, Set.of("name", "value"));
        return new Header(fields.text("name"), fields.text("value"));
    }
}
