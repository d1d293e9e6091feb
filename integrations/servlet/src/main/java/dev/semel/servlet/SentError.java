// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a handler said by {@code sendError}. It is an answer, and rendered here: the container's error page comes after all
 * filters, when it is too late to save what the client gets.
 *
 * @param status the status
 * @param message the handler's words, where it gave some
 * @param reason what it threw instead, where an error was made of that
 */
record SentError(
        int status, @Nullable String message, @Nullable Throwable reason) {

    void render(KeptRequest request, KeptResponse response, @Nullable String page)
            throws IOException, ServletException {
        response.reopen();
        RequestDispatcher dispatcher = page == null ? null : request.getRequestDispatcher(page);
        if (dispatcher == null) {
            response.setContentType("text/plain;charset=UTF-8");
            response.getOutputStream()
                    .write((status + (message == null ? "" : " " + message)).getBytes(StandardCharsets.UTF_8));
            return;
        }
        request.setAttribute(RequestDispatcher.ERROR_STATUS_CODE, status);
        request.setAttribute(RequestDispatcher.ERROR_MESSAGE, message == null ? "" : message);
        request.setAttribute(RequestDispatcher.ERROR_REQUEST_URI, request.getRequestURI());
        if (reason != null) {
            // Spring reads an upload before it renders anything, and not once more where this says that it cannot be
            // read.
            request.setAttribute(RequestDispatcher.ERROR_EXCEPTION, reason);
        }
        try {
            dispatcher.forward(request, response);
        } finally {
            // A container would make an error of its own of it.
            request.removeAttribute(RequestDispatcher.ERROR_EXCEPTION);
        }
    }
}
