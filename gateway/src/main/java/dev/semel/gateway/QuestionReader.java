// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.InDoubt;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads what an upstream is asked about a doubt, and tries whether it can be asked: the first doubt would be late to learn that. */
final class QuestionReader {

    private static final String SETTING = "in-doubt";

    private QuestionReader() {}

    /**
     * What is asked.
     *
     * @param form the question
     * @param limit how long it may take
     */
    record Question(UpstreamQuestion.Form form, Duration limit) {}

    /** The question of a route, if it has one. */
    static Optional<Question> find(Section route) {
        return route.isMapping(SETTING) ? Optional.of(read(route.section(SETTING))) : Optional.empty();
    }

    private static Question read(Section section) {
        String path = section.text("ask");
        Duration limit = section.duration("limit").orElse(InDoubt.DEFAULT_LIMIT);
        OptionalInt status = section.number("status").map(OptionalInt::of).orElse(OptionalInt.empty());
        Map<String, String> headers = section.has("headers") ? headers(section.section("headers")) : Map.of();
        section.done();
        try {
            UpstreamQuestion.Form form = new UpstreamQuestion.Form(path, headers, status);
            Targets.check(path.replace(UpstreamQuestion.KEY, "key"));
            return new Question(form, limit);
        } catch (IllegalArgumentException e) {
            throw section.bad("ask", "cannot be " + path + ": " + e.getMessage());
        }
    }

    /** Values are not repeated: they are credentials, as likely as not. */
    private static Map<String, String> headers(Section section) {
        Map<String, String> headers = section.texts();
        headers.forEach((name, value) -> {
            if (!isSendable(name, "x")) {
                throw section.bad(name, "is no header that can be sent: it is no name, or the connection's own matter");
            }
            if (!isSendable(name, value)) {
                throw section.bad(name, "has a value that no header can have: line ends, or control characters");
            }
        });
        return headers;
    }

    /** Asks the client that will send it. */
    private static boolean isSendable(String name, String value) {
        try {
            HttpRequest.newBuilder(URI.create("http://localhost/")).header(name, value);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
