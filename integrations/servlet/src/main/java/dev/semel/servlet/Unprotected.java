// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.BodyBuffer;
import dev.semel.http.Intake;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Runs a handler whose request turned out not to be protected, after its body was read. */
final class Unprotected {

    private Unprotected() {}

    static void run(
            Intake intake,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain,
            boolean readBefore)
            throws IOException, ServletException {
        BodyBuffer body = intake.body();
        try {
            chain.doFilter(new KeptRequest(request, body, readBefore), response);
        } finally {
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new Closing(body));
            } else {
                body.close();
            }
        }
    }

    private static final class Closing extends QuietAsyncListener {

        private final BodyBuffer body;

        Closing(BodyBuffer body) {
            this.body = body;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            body.close();
        }
    }
}
