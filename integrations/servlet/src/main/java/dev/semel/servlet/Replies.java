// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.Intake;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** Writes whole answers to the container's response. */
final class Replies {

    /** What several parties add to, each for itself: filters in front as well as the handler. */
    private static final List<String> SHARED = List.of("Vary", "Set-Cookie", "Link", "Access-Control-Expose-Headers");

    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int NOT_MODIFIED = 304;

    private Replies() {}

    /** Sends what an admission gave. */
    static void send(HttpServletResponse response, Intake intake, HttpAnswer answer) throws IOException {
        try {
            send(response, answer);
        } finally {
            intake.sent();
        }
    }

    /** Sends an answer to a client whose body may still be on its way; where it has to be, it ends with the dispatch only. */
    static void refuse(HttpServletRequest request, HttpServletResponse response, HttpAnswer answer) throws IOException {
        if (Leftovers.needOpenAnswer(request)) {
            begin(response, answer.status(), answer.headers());
            answer.writeTo(response.getOutputStream());
            response.flushBuffer();
        } else {
            send(response, answer);
        }
    }

    static void send(HttpServletResponse response, HttpAnswer answer) throws IOException {
        begin(response, answer.status(), answer.headers());
        if (answer.status() == RESET_CONTENT) {
            // Has none, as it is saved, whatever the handler wrote (RFC 9110, 15.3.6).
            response.setContentLength(0);
        } else if (answer.status() != NO_CONTENT && answer.status() != NOT_MODIFIED) {
            response.setContentLength(answer.size());
            answer.writeTo(response.getOutputStream());
        }
        response.flushBuffer();
    }

    /** Sets status and headers; those that a filter in front has set give way to the answer's, unless they are shared. */
    static void begin(HttpServletResponse response, int status, Headers headers) {
        response.setStatus(status);
        List<Header> lines = headers.lines();
        for (int i = 0; i < lines.size(); i++) {
            Header line = lines.get(i);
            if (line.is("Content-Type")) {
                contentType(response, line.value());
            } else if (isShared(line) || comesBefore(lines, i)) {
                response.addHeader(line.name(), line.value());
            } else {
                response.setHeader(line.name(), line.value());
            }
        }
    }

    /** The handler has set it on the container's response already: then there is no need to have it read again. */
    private static void contentType(HttpServletResponse response, String value) {
        if (!value.equals(response.getContentType())) {
            response.setContentType(value);
        }
    }

    private static boolean comesBefore(List<Header> lines, int index) {
        for (int i = 0; i < index; i++) {
            if (lines.get(i).is(lines.get(index).name())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isShared(Header line) {
        for (String name : SHARED) {
            if (line.is(name)) {
                return true;
            }
        }
        return false;
    }
}
