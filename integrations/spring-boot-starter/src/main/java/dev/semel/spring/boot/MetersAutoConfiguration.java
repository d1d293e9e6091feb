// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import dev.semel.micrometer.SemelMeters;
import dev.semel.spring.HttpCustomizer;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;

/** Counts what the engine tells, where there is a meter registry. */
@AutoConfiguration(
        before = SemelAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnProperty(prefix = "semel", name = "enabled", matchIfMissing = true)
class MetersAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SemelMeters semelMeters(MeterRegistry registry) {
        return SemelMeters.of(registry);
    }

    /** Requests that are refused before the engine is asked; counting does not hold them up. */
    @Bean
    HttpCustomizer semelRefusals(SemelMeters meters) {
        return builder -> builder.listener(meters);
    }

    /** Zeros for all operations, once they are known: a series that begins at 1 is no increase. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> semelZeros(
            MeterRegistry registry, ObjectProvider<KnownOperations> operations) {
        return event -> operations.ifAvailable(
                known -> SemelMeters.of(registry, known.operations().toArray(Operation[]::new)));
    }
}
