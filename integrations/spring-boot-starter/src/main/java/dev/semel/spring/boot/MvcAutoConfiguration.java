// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Idempotency;
import dev.semel.http.Dialect;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.TenantResolver;
import dev.semel.servlet.IdempotencyFilter;
import dev.semel.spring.HttpCustomizer;
import jakarta.servlet.DispatcherType;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.handler.MappedInterceptor;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** Protects the handlers of Spring MVC, by the servlet filter. */
@AutoConfiguration(
        after = SemelAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration",
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration"
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBean(name = SemelAutoConfiguration.ON, search = SearchStrategy.CURRENT)
@ConditionalOnProperty(prefix = "semel.http", name = "enabled", matchIfMissing = true)
class MvcAutoConfiguration {

    @Bean(KnownOperations.BEAN)
    HandlerPolicies semelHandlerPolicies(WebApplicationContext context, SemelProperties properties) {
        return new HandlerPolicies(context, properties);
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    HttpIdempotency semelHttp(
            Idempotency engine,
            SemelProperties properties,
            HandlerPolicies policies,
            ObjectProvider<TenantResolver> tenantResolvers,
            ObjectProvider<Dialect> dialects,
            ObjectProvider<HttpCustomizer> customizers) {
        return HttpSettings.build(engine, properties.http(), policies, tenantResolvers, dialects, customizers);
    }

    /** For ASYNC dispatches too, since the answer of an asynchronous handler ends in one. */
    @Bean
    FilterRegistrationBean<PolicyFilter> semelFilter(
            HttpIdempotency http,
            HandlerPolicies policies,
            SemelProperties properties,
            @Value("${spring.web.error.path:${server.error.path:${error.path:/error}}}") String errorPage) {
        IdempotencyFilter filter = IdempotencyFilter.of(http).withErrorPage(errorPage);
        FilterRegistrationBean<PolicyFilter> registration =
                new FilterRegistrationBean<>(new PolicyFilter(policies, filter));
        registration.setName("semelIdempotencyFilter");
        registration.setOrder(properties.http().filterOrder());
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        registration.setAsyncSupported(true);
        return registration;
    }

    /** Beside others only: where it was the only mapping, a dispatcher would make itself no defaults. */
    @Bean
    @ConditionalOnBean(RequestMappingInfoHandlerMapping.class)
    FoundHandlers semelFoundHandlers() {
        return new FoundHandlers();
    }

    @Bean
    RequestAttempts semelRequestAttempts() {
        return () -> RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
                ? IdempotencyFilter.context(attributes.getRequest()).map(RequestContext::new)
                : Optional.empty();
    }

    /**
     * As a bean, and not by a configurer: every mapping finds it, in front of the application's own interceptors, with another
     * dispatcher's mappings and where nobody asks configurers, too.
     */
    @Bean
    MappedInterceptor semelGuard(HandlerPolicies policies) {
        return new MappedInterceptor(null, new GuardInterceptor(policies));
    }

    @Bean
    PendingWrites semelPendingWrites() {
        return new PendingWrites();
    }

    @Bean
    LateFailures semelLateFailures() {
        return new LateFailures();
    }

    @Bean
    WebMvcConfigurer semelWebMvc() {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new HttpContextArgument());
            }
        };
    }
}
