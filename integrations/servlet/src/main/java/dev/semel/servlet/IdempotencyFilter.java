// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Exchange;
import dev.semel.http.HttpAdmission;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpContext;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.Intake;
import dev.semel.http.Reception;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets each request with a key run once, and gives every retry the first answer. It translates between servlets and {@link
 * HttpIdempotency}, which decides; docs/servlet.md says what that means for handlers. Safe for use by several threads.
 *
 * <pre>{@code
 * IdempotencyFilter.of(http).addTo(servletContext, "/v1/*");
 * }</pre>
 *
 * <p>It belongs behind authentication, and before whatever reads the body. Register it for {@code REQUEST} and {@code
 * ASYNC} dispatches and with asynchronous support, as {@link #addTo} does.
 */
public final class IdempotencyFilter extends HttpFilter {

    @Serial
    private static final long serialVersionUID = 1;

    private static final String NAME = "semel-idempotency";

    private final transient HttpIdempotency http;
    private final @Nullable String errorPage;
    private final boolean runsWaiters;

    private IdempotencyFilter(HttpIdempotency http, @Nullable String errorPage, boolean runsWaiters) {
        this.http = http;
        this.errorPage = errorPage;
        this.runsWaiters = runsWaiters;
    }

    /** A filter for what these policies protect. */
    public static IdempotencyFilter of(HttpIdempotency http) {
        return new IdempotencyFilter(http, null, false);
    }

    /**
     * This filter with an error page for handlers that call {@code sendError}: a path within the application, such as {@code
     * /error}. Without one, such an answer has its status and message as plain text. The container's own error pages come
     * after all filters, too late to be saved, so that they serve uncaught exceptions alone.
     */
    public IdempotencyFilter withErrorPage(String path) {
        return new IdempotencyFilter(http, path, runsWaiters);
    }

    /**
     * This filter, which also lets a retry run that has waited for a request that came to nothing. Such a retry is dispatched
     * again, as an {@code ASYNC} dispatch: <strong>filters behind this one that are not mapped for it are passed by</strong>,
     * one that checks permissions for example. Without this the client is told to come again soon (409), and its next retry
     * runs.
     */
    public IdempotencyFilter withWaitersRunning() {
        return new IdempotencyFilter(http, errorPage, true);
    }

    /** Registers the filter as it has to be; to be called while the application starts. */
    public FilterRegistration.Dynamic addTo(ServletContext context, String... urlPatterns) {
        FilterRegistration.Dynamic registration = context.addFilter(freeName(context), this);
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(
                EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, urlPatterns);
        return registration;
    }

    /** An application may have several filters, with dialects or tenants of their own. */
    private static String freeName(ServletContext context) {
        Set<String> taken = context.getFilterRegistrations().keySet();
        String name = NAME;
        for (int more = 2; taken.contains(name); more++) {
            name = NAME + "-" + more;
        }
        return name;
    }

    /** What a handler may know of its attempt; empty where the request is not protected. */
    public static Optional<HttpContext> context(ServletRequest request) {
        return Running.of(request).map(Running::context);
    }

    /**
     * For whoever makes answers of exceptions: the handler has failed with this when its response was committed, so that no answer can
     * say so any more. The run ends as if it had been thrown. Does nothing where the request is not protected.
     */
    public static void failedLate(ServletRequest request, Throwable failure) {
        Running.of(request).ifPresent(running -> running.failedLate(failure));
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Optional<Running> running = Running.of(request);
        if (running.isPresent()) {
            running.get().goOn(request, response, chain);
        } else if (request.getDispatcherType() == DispatcherType.REQUEST) {
            arrive(request, response, chain).take();
        } else {
            chain.doFilter(request, response);
        }
    }

    private Step arrive(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {
        return http.receive(new ServletHead(request)).match(new Reception.Cases<>() {
            @Override
            public Step passThrough() {
                return () -> chain.doFilter(request, response);
            }

            @Override
            public Step answer(HttpAnswer answer) {
                return () -> {
                    Leftovers.drainPromised(request);
                    Replies.send(response, answer);
                    Leftovers.drainUnread(request);
                };
            }

            @Override
            public Step read(Intake intake) {
                return () -> admit(intake, request, response, chain);
            }
        });
    }

    private void admit(Intake intake, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean readBefore = Intakes.feed(intake, request);
        CompletableFuture<HttpAdmission> admission = request.isAsyncSupported()
                ? intake.admitOrWait().toCompletableFuture()
                : CompletableFuture.completedFuture(intake.admitAndWait());
        if (admission.isDone()) {
            follow(admission.join(), intake, request, response, chain, readBefore);
            return;
        }
        Function<Exchange, Running> runner =
                exchange -> Running.prepare(exchange, request, response, readBefore, errorPage);
        Waiting.begin(admission, request, response, intake, runsWaiters ? runner : null);
    }

    private void follow(
            HttpAdmission admission,
            Intake intake,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain,
            boolean readBefore)
            throws IOException, ServletException {
        Step step = admission.match(new HttpAdmission.Cases<>() {
            @Override
            public Step passThrough() {
                return () -> Unprotected.run(intake, request, response, chain, readBefore);
            }

            @Override
            public Step answer(HttpAnswer answer) {
                return () -> {
                    try {
                        Replies.refuse(request, response, answer);
                    } finally {
                        intake.sent();
                    }
                    Leftovers.drain(request);
                };
            }

            @Override
            public Step run(Exchange exchange) {
                return () -> Running.prepare(exchange, request, response, readBefore, errorPage)
                        .start(chain);
            }
        });
        step.take();
    }

    /** What follows from a decision. */
    @FunctionalInterface
    private interface Step {
        void take() throws IOException, ServletException;
    }
}
