// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Hands the dispatcher the protected handler that the filter has found for a request, so that it does not look for it a second
 * time. Not for a request that a filter behind ours has wrapped, and not for another dispatcher's: there it finds nothing,
 * and the dispatcher asks the other mappings, as always. What a filter behind ours leaves in an attribute comes too late for mappings that
 * read it: docs/spring.md says so.
 */
final class FoundHandlers implements HandlerMapping, Ordered {

    /** The request's attribute in which the filter leaves what it has found. */
    private static final String FOUND = "dev.semel.spring.found";

    /** Forgets what anybody else may have said. */
    static void forget(HttpServletRequest request) {
        request.removeAttribute(FOUND);
    }

    /** Keeps a handler for the dispatcher. */
    static void keep(HttpServletRequest request, LookedAtRequest looked, HandlerExecutionChain chain) {
        request.setAttribute(FOUND, new Found(looked, chain));
    }

    @Override
    public @Nullable HandlerExecutionChain getHandler(HttpServletRequest request) {
        if (request.getDispatcherType() == DispatcherType.REQUEST
                && request.getAttribute(FOUND) instanceof Found found
                && found.isFor(request)) {
            request.removeAttribute(FOUND);
            found.looked.leaveOn(request);
            nameForObservers(request);
            return found.chain;
        }
        return null;
    }

    /** As the mapping would have done: it did so when it was looked at, but an observation may have begun since. */
    private static void nameForObservers(HttpServletRequest request) {
        Object pattern = request.getAttribute(BEST_MATCHING_PATTERN_ATTRIBUTE);
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(context -> context.setPathPattern(String.valueOf(pattern)));
    }

    @Override
    public boolean usesPathPatterns() {
        return true;
    }

    /** Before all the others. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    private record Found(LookedAtRequest looked, HandlerExecutionChain chain) {

        /** Whether the same dispatcher has the request that was looked at, in nothing but the filter's own wrappers. */
        boolean isFor(HttpServletRequest request) {
            String context = DispatcherServlet.WEB_APPLICATION_CONTEXT_ATTRIBUTE;
            return request.getAttribute(context) == looked.getAttribute(context) && isLookedAt(request);
        }

        private boolean isLookedAt(HttpServletRequest request) {
            ServletRequest inner = request;
            while (inner instanceof ServletRequestWrapper wrapper && isOfTheFilter(wrapper)) {
                inner = wrapper.getRequest();
            }
            return inner == looked.getRequest();
        }

        private static boolean isOfTheFilter(ServletRequestWrapper wrapper) {
            return wrapper.getClass().getPackage() == IdempotencyFilter.class.getPackage();
        }
    }
}
