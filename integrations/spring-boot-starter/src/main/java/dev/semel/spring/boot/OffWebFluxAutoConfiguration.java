// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodParameter;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.SyncHandlerMethodArgumentResolver;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.server.ServerWebExchange;

/** Handlers of WebFlux that ask for their attempt, where requests are not looked at. */
@AutoConfiguration(after = WebFluxAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(DispatcherHandler.class)
@ConditionalOnMissingBean(value = ReactivePolicies.class, search = SearchStrategy.CURRENT)
class OffWebFluxAutoConfiguration {

    @Bean
    WebFluxConfigurer semelWebFlux() {
        return new WebFluxConfigurer() {
            @Override
            public void configureArgumentResolvers(ArgumentResolverConfigurer resolvers) {
                resolvers.addCustomResolver(new Unprotected());
            }
        };
    }

    private static final class Unprotected implements SyncHandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return AttemptArgument.isWanted(parameter);
        }

        @Override
        public Object resolveArgumentValue(
                MethodParameter parameter, BindingContext binding, ServerWebExchange exchange) {
            String method = exchange.getRequest().getMethod().name();
            Object pattern = exchange.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
            return AttemptArgument.ofUnprotected(parameter, method + " " + pattern);
        }
    }
}
