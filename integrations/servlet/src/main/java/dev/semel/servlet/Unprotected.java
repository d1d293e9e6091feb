// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.BodyBuffer;
import dev.semel.http.Intake;
import jakarta.servlet.AsyncContext;
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
        KeptRequest kept = new KeptRequest(request, intake.body(), readBefore);
        Closing closing = new Closing(intake.body());
        kept.asyncBy((asked, given) -> closing.follow(request.startAsync(asked, given == null ? response : given)));
        kept.callbacks().hold();
        try {
            chain.doFilter(kept, response);
        } catch (IOException | ServletException | RuntimeException e) {
            if (!MalformedFormException.becomesError(e, response)) {
                throw e;
            }
        } finally {
            kept.callbacks().letGo();
            closing.unlessAsync();
        }
    }

    /** Closes the body when the request has ended: a dispatch back may still read it. */
    private static final class Closing extends QuietAsyncListener {

        private final BodyBuffer body;
        private volatile boolean async;

        Closing(BodyBuffer body) {
            this.body = body;
        }

        AsyncContext follow(AsyncContext context) {
            context.addListener(this);
            async = true;
            return context;
        }

        void unlessAsync() {
            if (!async) {
                body.close();
            }
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }

        @Override
        public void onComplete(AsyncEvent event) {
            body.close();
        }
    }
}
