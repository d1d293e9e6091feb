// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.HttpCustomizer;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Observes protected requests, where there is a registry of observations; with links to what they replay, where there is a tracer. */
@AutoConfiguration(
        before = {MvcAutoConfiguration.class, WebFluxAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
@ConditionalOnProperty(prefix = "semel", name = "enabled", matchIfMissing = true)
class ObservationAutoConfiguration {

    /** First, so that a watcher of the application's own replaces it. */
    @Bean
    @Order(Integer.MIN_VALUE)
    HttpCustomizer semelObservation(ObservationRegistry registry, ObjectProvider<Links> links) {
        ObservedRequests observed = new ObservedRequests(registry, links.getIfAvailable(() -> Links.NONE));
        return builder -> builder.watcher(observed);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Tracer.class)
    static class Tracing {

        @Bean
        Links semelLinks(ObjectProvider<Tracer> tracers) {
            Tracer tracer = tracers.getIfUnique();
            return tracer == null ? Links.NONE : new TracingLinks(tracer);
        }
    }
}
