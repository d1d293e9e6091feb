// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.http.HttpPolicy;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;

/**
 * The last look before a handler runs: one that is annotated runs under its policy or not at all. A filter behind ours that
 * changes a request's path or method, or a forward, would otherwise lead past it without a word (T18).
 */
final class GuardInterceptor implements HandlerInterceptor {

    private final HandlerPolicies policies;

    GuardInterceptor(HandlerPolicies policies) {
        this.policies = policies;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method) {
            policies.guard().of(method, request).ifPresent(policy -> check(policy, request));
        }
        return true;
    }

    /**
     * A view is rendered now, and what has a body has been, after {@link PendingWrites}. Of an answer without either nobody else would
     * tell what writes: what fails here still reaches an {@code @ExceptionHandler}, and after the dispatcher it reaches none.
     */
    @Override
    public void postHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable ModelAndView view) {
        PendingWrites.write(response.getStatus());
    }

    private static void check(HttpPolicy policy, HttpServletRequest request) {
        String operation = policy.operation().name();
        Optional<HttpContext> running = IdempotencyFilter.context(request);
        if (running.isPresent()) {
            Attempts.requireSame(operation, running.get());
        } else if (isPast(policy, request)) {
            throw new IllegalStateException("the operation " + operation
                    + " was reached past the idempotency filter, and does not run: a filter behind it changed the"
                    + " request's path or method, something forwarded to it, another servlet than the application's own"
                    + " dispatcher serves it, or an HttpIdempotency of your own does not know it; see docs/spring.md");
        }
    }

    /** Without a running attempt there is one case: the key is optional, and this request, looked at as what it is, has none. */
    private static boolean isPast(HttpPolicy policy, HttpServletRequest request) {
        return policy.isKeyRequired() || policy != request.getAttribute(WebPolicies.POLICY);
    }
}
