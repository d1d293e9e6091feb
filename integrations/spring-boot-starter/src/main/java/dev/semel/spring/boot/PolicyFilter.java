// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;

/** Finds the policy of a request by its handler, and leaves everything else to the servlet filter. */
final class PolicyFilter extends HttpFilter {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient HandlerPolicies policies;
    private final IdempotencyFilter filter;

    PolicyFilter(HandlerPolicies policies, IdempotencyFilter filter) {
        this.policies = policies;
        this.filter = filter;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getDispatcherType() == DispatcherType.REQUEST) {
            // Nobody else may say so, not even by accident.
            request.removeAttribute(WebPolicies.POLICY);
            FoundHandlers.forget(request);
            Optional<HandlerLookup> lookup = isSafe(request.getMethod()) ? Optional.empty() : policies.lookup();
            lookup.flatMap(handlers -> handlers.find(request))
                    .ifPresent(policy -> request.setAttribute(WebPolicies.POLICY, policy));
        }
        PlainExceptions plain = new PlainExceptions(chain);
        try {
            filter.doFilter(request, response, plain);
        } catch (Throwable e) {
            PlainExceptions.<RuntimeException>raise(plain.asThrown(e));
        }
    }

    private static boolean isSafe(String method) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS", "TRACE" -> true;
            default -> false;
        };
    }
}
