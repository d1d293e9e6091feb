// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.console.Console;
import dev.semel.console.ConsoleRequest;
import dev.semel.http.HttpAnswer;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** The console in an application: it translates, and waits for an answer that always comes. Safe for use by several threads. */
final class ConsoleServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1;

    private static final int SC_PERMANENT_REDIRECT = 308;

    private final transient Console console;
    private final String path;

    /**
     * @param path where it is mounted, with a slash at both ends
     */
    ConsoleServlet(Console console, String path) {
        this.console = console;
        this.path = path;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String info = Objects.requireNonNullElse(request.getPathInfo(), "");
        if (info.isEmpty()) {
            // To where it is, and not to what the request says: a path may begin like the name of another host.
            response.setStatus(SC_PERMANENT_REDIRECT);
            response.setHeader("Location", getServletContext().getContextPath() + path);
            return;
        }
        send(answer(request, info.replaceFirst("^/+", "")), response);
    }

    private HttpAnswer answer(HttpServletRequest request, String below) throws IOException {
        ConsoleRequest head = asked(request, below, new byte[0]);
        int limit = console.bodyLimit(head);
        byte[] body = request.getContentLengthLong() > limit
                ? null
                : request.getInputStream().readNBytes(limit + 1);
        CompletionStage<HttpAnswer> answer = body == null || body.length > limit
                ? console.tooLarge(head)
                : console.handle(asked(request, below, body));
        return answer.toCompletableFuture().join();
    }

    private static ConsoleRequest asked(HttpServletRequest request, String below, byte[] body) {
        return new ConsoleRequest(new ConsoleHead(request), below, body, request.getRemoteAddr(), request.isSecure());
    }

    private static void send(HttpAnswer answer, HttpServletResponse response) throws IOException {
        response.setStatus(answer.status());
        answer.headers().forEach(header -> {
            // Spring Security sets some of these too, and a page must not have two opinions.
            if (header.is("Set-Cookie")) {
                response.addHeader(header.name(), header.value());
            } else {
                response.setHeader(header.name(), header.value());
            }
        });
        if (answer.status() != HttpServletResponse.SC_NOT_MODIFIED) {
            response.setContentLength(answer.size());
            answer.writeTo(response.getOutputStream());
        }
    }
}
