// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spi.IdempotencyStore;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;

/** The store's health, as Boot 3 wants it. */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(name = SemelAutoConfiguration.ON, search = SearchStrategy.CURRENT)
class Boot3HealthAutoConfiguration {

    @Bean
    @ConditionalOnEnabledHealthIndicator("semel")
    HealthIndicator semelHealthIndicator(IdempotencyStore store, SemelProperties properties) {
        return new StoreHealth(new StoreProbe(store, properties.storeTimeout()));
    }

    private static final class StoreHealth extends AbstractHealthIndicator {

        private final StoreProbe probe;

        StoreHealth(StoreProbe probe) {
            super("the idempotency store does not answer");
            this.probe = probe;
        }

        @Override
        protected void doHealthCheck(Health.Builder health) {
            probe.ask();
            health.up().withDetails(probe.details());
        }
    }
}
