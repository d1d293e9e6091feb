// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Hands the dispatcher the protected handler that the filter has found for a request, so that it does not look for it a second
 * time. Only where nobody has come between the two: for a request that another filter wrapped, it finds nothing, and the
 * dispatcher asks the other mappings, as always.
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
            return found.chain;
        }
        return null;
    }

    /** Before all the others. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    private record Found(LookedAtRequest looked, HandlerExecutionChain chain) {

        /** Whether the dispatcher has the request that was looked at, in nothing but the filter's own wrappers. */
        boolean isFor(HttpServletRequest request) {
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
