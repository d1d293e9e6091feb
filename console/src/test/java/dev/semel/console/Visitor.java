// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.http.HttpAnswer;
import dev.semel.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Somebody who asks a console without a server in between. */
final class Visitor {

    private final Console console;
    private final Map<String, String> headers = new TreeMap<>();
    private boolean relayed;

    Visitor(Console console) {
        this.console = console;
        with("Host", "127.0.0.1:9901").with("Content-Type", "application/json");
    }

    /** Sends this header from now on. */
    Visitor with(String name, String value) {
        headers.put(name.toLowerCase(Locale.ROOT), value);
        return this;
    }

    /** What it sends. */
    String header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /** Signs in, and carries the session from now on. */
    HttpAnswer signIn(String body) {
        HttpAnswer answer = post("api/session", body);
        answer.headers().first("Set-Cookie").ifPresent(line -> with("Cookie", line.substring(0, line.indexOf(';'))));
        with("Semel-Csrf", member(answer, "csrf"));
        return answer;
    }

    HttpAnswer get(String path) {
        return send("GET", path, "");
    }

    HttpAnswer post(String path, String body) {
        return send("POST", path, body);
    }

    /** What comes of a request whose body is larger than it may be. */
    HttpAnswer tooLarge(String method, String path) {
        ConsoleRequest request =
                new ConsoleRequest(new Head(method, Map.copyOf(headers)), path, new byte[0], "10.0.0.7", false);
        return console.tooLarge(request).toCompletableFuture().join();
    }

    private HttpAnswer send(String method, String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        ConsoleRequest request =
                new ConsoleRequest(new Head(method, Map.copyOf(headers)), path, bytes, "10.0.0.7", false);
        return console.handle(relayed ? request.asRelayed() : request)
                .toCompletableFuture()
                .join();
    }

    /** From now on through a proxy that says nothing of itself. */
    Visitor relayed() {
        relayed = true;
        return this;
    }

    static String text(HttpAnswer answer) {
        return new String(answer.toBytes(), StandardCharsets.UTF_8);
    }

    /** A text that is a member of the answer's object; empty where there is none. */
    static String member(HttpAnswer answer, String name) {
        String[] parts = text(answer).split("\"" + name + "\":\"", 2);
        return parts.length < 2 ? "" : parts[1].substring(0, parts[1].indexOf('"'));
    }

    private record Head(String method, Map<String, String> headers) implements RequestHead {

        @Override
        public String path() {
            return "";
        }

        @Override
        public String query() {
            return "";
        }

        @Override
        public List<String> header(String name) {
            String value = headers.get(name.toLowerCase(Locale.ROOT));
            return value == null ? List.of() : List.of(value);
        }
    }
}
