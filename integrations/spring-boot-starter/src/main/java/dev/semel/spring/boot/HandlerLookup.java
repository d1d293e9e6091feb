// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponse;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Asks Spring's own handler mappings, in the order of the dispatcher, which method will serve a request: whatever decides there
 * (patterns, media types, headers, versions) decides here too, so that no way of writing a request reaches a handler and not
 * its policy.
 */
final class HandlerLookup {

    private final List<HandlerMapping> mappings;
    private final ProtectedHandlers handlers;
    private final WebApplicationContext context;
    private final OwnDispatchers dispatchers;

    HandlerLookup(List<HandlerMapping> mappings, ProtectedHandlers handlers, WebApplicationContext context) {
        this.mappings = mappings;
        this.handlers = handlers;
        this.context = context;
        this.dispatchers = new OwnDispatchers(context);
    }

    /** The policy of the handler; empty where it has none, where there is none, and where another servlet serves the request. */
    Optional<HttpPolicy> find(HttpServletRequest request) {
        return dispatchers.serve(request) ? look(request) : Optional.empty();
    }

    private Optional<HttpPolicy> look(HttpServletRequest request) {
        LookedAtRequest looked = new LookedAtRequest(request);
        HandlerExecutionChain chain = handler(looked);
        if (chain == null || !(chain.getHandler() instanceof HandlerMethod method)) {
            return Optional.empty();
        }
        Optional<HttpPolicy> policy = of(method, looked);
        if (policy.isPresent()) {
            FoundHandlers.keep(request, looked, chain);
        }
        return policy;
    }

    /** The policy of a handler that the dispatcher has found. */
    Optional<HttpPolicy> of(HandlerMethod method, HttpServletRequest request) {
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return handlers.find(method, request.getMethod(), String.valueOf(pattern));
    }

    private @Nullable HandlerExecutionChain handler(LookedAtRequest request) {
        // As the dispatcher does: mappings that find its context here take the path that was read once for all of them.
        request.setAttribute(DispatcherServlet.WEB_APPLICATION_CONTEXT_ATTRIBUTE, context);
        ServletRequestPathUtils.parseAndCache(request);
        try {
            for (HandlerMapping mapping : mappings) {
                HandlerExecutionChain chain = mapping.getHandler(request);
                if (chain != null) {
                    return chain;
                }
            }
            return null;
        } catch (Exception e) {
            if (e instanceof ServletException || e instanceof ErrorResponse) {
                // No handler serves it (a wrong method, a wrong media type): the dispatcher finds that out again and
                // answers.
                return null;
            }
            // Nobody knows which handler it is for: then none may run.
            throw new IllegalStateException(
                    "the handler mappings failed, so that the request's policy is not known", e);
        }
    }
}
