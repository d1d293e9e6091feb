// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Writes whole answers to the container's response. */
final class Replies {

    /** What several parties add to, each for itself: filters in front as well as the handler. */
    private static final Set<String> SHARED = Set.of("vary", "set-cookie", "link", "access-control-expose-headers");

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private Replies() {}

    static void send(HttpServletResponse response, HttpAnswer answer) throws IOException {
        begin(response, answer.status(), answer.headers());
        if (answer.status() != NO_CONTENT && answer.status() != NOT_MODIFIED) {
            response.setContentLength(answer.size());
            answer.writeTo(response.getOutputStream());
        }
        response.flushBuffer();
    }

    /** Sets status and headers; those that a filter in front has set give way to the answer's, unless they are shared. */
    static void begin(HttpServletResponse response, int status, Headers headers) {
        response.setStatus(status);
        Set<String> begun = new HashSet<>();
        for (Header header : headers) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (name.equals("content-type")) {
                response.setContentType(header.value());
            } else if (begun.add(name) && !SHARED.contains(name)) {
                response.setHeader(header.name(), header.value());
            } else {
                response.addHeader(header.name(), header.value());
            }
        }
    }
}
