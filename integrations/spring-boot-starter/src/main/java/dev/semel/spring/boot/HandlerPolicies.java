// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import jakarta.servlet.ServletContext;
import java.util.List;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** The policies of MVC's handlers. */
final class HandlerPolicies extends WebPolicies<HandlerMapping, HandlerLookup> {

    private final WebApplicationContext context;
    private final SemelProperties properties;

    HandlerPolicies(WebApplicationContext context, SemelProperties properties) {
        super(context, properties);
        this.context = context;
        this.properties = properties;
    }

    @Override
    Class<HandlerMapping> mappings() {
        return HandlerMapping.class;
    }

    @Override
    void add(HandlerMapping mapping, ProtectedHandlers handlers) {
        if (mapping instanceof RequestMappingInfoHandlerMapping annotated) {
            annotated
                    .getHandlerMethods()
                    .forEach((info, handler) ->
                            handlers.add(handler, info.getMethodsCondition().getMethods(), info.getPatternValues()));
        }
    }

    /** Not with our own mapping, which knows only what this found. */
    @Override
    HandlerLookup lookup(List<HandlerMapping> mappings, ProtectedHandlers handlers) {
        List<HandlerMapping> others = mappings.stream()
                .filter(mapping -> !(mapping instanceof FoundHandlers))
                .toList();
        return new HandlerLookup(others, handlers, context);
    }

    @Override
    String basePath() {
        ServletContext servlets = context.getServletContext();
        return servlets == null ? "" : servlets.getContextPath();
    }

    @Override
    TransactionSource transactions() {
        return TransactionSource.of(context, properties.jdbc());
    }
}
