// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.context.ApplicationContext;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.result.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;

/** The policies of WebFlux' handlers. */
final class ReactivePolicies extends WebPolicies<HandlerMapping, ReactiveLookup> {

    private final String basePath;

    ReactivePolicies(ApplicationContext context, SemelProperties properties, String basePath) {
        super(context, properties);
        this.basePath = basePath;
    }

    @Override
    Class<HandlerMapping> mappings() {
        return HandlerMapping.class;
    }

    @Override
    void add(HandlerMapping mapping, ProtectedHandlers handlers) {
        if (mapping instanceof RequestMappingInfoHandlerMapping annotated) {
            annotated.getHandlerMethods().forEach((info, handler) -> {
                Set<String> patterns = info.getPatternsCondition().getPatterns().stream()
                        .map(PathPattern::getPatternString)
                        .collect(Collectors.toSet());
                handlers.add(handler, info.getMethodsCondition().getMethods(), patterns);
            });
        }
    }

    @Override
    ReactiveLookup lookup(List<HandlerMapping> mappings, ProtectedHandlers handlers) {
        return new ReactiveLookup(mappings, handlers);
    }

    @Override
    String basePath() {
        return basePath;
    }

    /** No transaction can be put around these handlers. */
    @Override
    TransactionSource transactions() {
        return TransactionSource.NONE;
    }
}
