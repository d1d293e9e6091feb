// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.contracts.http.HttpStage;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The handlers of the HTTP contract as an asynchronous servlet: each on a thread of its own. One that fails dispatches back to
 * the container and throws there, as frameworks do.
 */
final class AsyncKitServlet extends KitServlet {

    @Serial
    private static final long serialVersionUID = 1;

    private static final String FAILURE = "kit.failure";

    private final transient ExecutorService threads = Executors.newCachedThreadPool();

    AsyncKitServlet(HttpStage stage) {
        super(stage);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        if (request.getAttribute(FAILURE) instanceof Throwable failure) {
            throw new ServletException("failed on another thread", failure);
        }
        AsyncContext context = request.startAsync();
        context.setTimeout(60_000);
        threads.execute(() -> playAsync(context));
    }

    private void playAsync(AsyncContext context) {
        try {
            play((HttpServletRequest) context.getRequest(), (HttpServletResponse) context.getResponse());
        } catch (IOException | ServletException | RuntimeException | AssertionError e) {
            context.getRequest().setAttribute(FAILURE, e);
            context.dispatch();
            return;
        }
        context.complete();
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }
}
