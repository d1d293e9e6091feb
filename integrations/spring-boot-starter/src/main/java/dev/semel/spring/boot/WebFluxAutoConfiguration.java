// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Idempotency;
import dev.semel.http.Dialect;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.TenantResolver;
import dev.semel.spring.HttpCustomizer;
import dev.semel.webflux.IdempotencyWebFilter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.WebExceptionHandler;

/** Protects the handlers of WebFlux, by the filter that never blocks. */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(DispatcherHandler.class)
@ConditionalOnBean(name = SemelAutoConfiguration.ON, search = SearchStrategy.CURRENT)
@ConditionalOnProperty(prefix = "semel.http", name = "enabled", matchIfMissing = true)
class WebFluxAutoConfiguration {

    @Bean(KnownOperations.BEAN)
    ReactivePolicies semelReactivePolicies(
            ApplicationContext context,
            SemelProperties properties,
            @Value("${spring.webflux.base-path:}") String basePath) {
        return new ReactivePolicies(context, properties, basePath);
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    HttpIdempotency semelHttp(
            Idempotency engine,
            SemelProperties properties,
            ReactivePolicies policies,
            ObjectProvider<TenantResolver> tenantResolvers,
            ObjectProvider<Dialect> dialects,
            ObjectProvider<HttpCustomizer> customizers) {
        return HttpSettings.build(engine, properties.http(), policies, tenantResolvers, dialects, customizers);
    }

    /** With what makes answers of exceptions in front of all filters, so that such answers are saved as they would be sent. */
    @Bean
    ReactiveFilter semelWebFilter(
            HttpIdempotency http,
            ReactivePolicies policies,
            SemelProperties properties,
            ServerCodecConfigurer codecs,
            ObjectProvider<WebExceptionHandler> exceptionHandlers) {
        IdempotencyWebFilter filter = IdempotencyWebFilter.of(http)
                .withCodecs(codecs)
                .withExceptionHandlers(() -> exceptionHandlers.orderedStream().toList());
        return new ReactiveFilter(policies, filter, properties.http().filterOrder());
    }

    @Bean
    ReactiveGuard semelReactiveGuard(
            ReactivePolicies policies,
            @Qualifier("requestMappingHandlerAdapter") RequestMappingHandlerAdapter adapter) {
        return new ReactiveGuard(policies, adapter);
    }

    @Bean
    WebFluxConfigurer semelWebFlux() {
        return new WebFluxConfigurer() {
            @Override
            public void configureArgumentResolvers(ArgumentResolverConfigurer resolvers) {
                resolvers.addCustomResolver(new ReactiveContextArgument());
            }
        };
    }
}
