// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.console.Desk;
import dev.semel.spi.IdempotencyStore;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;

/** The actuator endpoint, where it is exposed. */
@AutoConfiguration(after = {SemelAutoConfiguration.class, MvcAutoConfiguration.class, WebFluxAutoConfiguration.class})
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(name = SemelAutoConfiguration.ON, search = SearchStrategy.CURRENT)
class EndpointAutoConfiguration {

    @Bean
    HiddenSecrets semelHiddenSecrets() {
        return new HiddenSecrets();
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    SemelEndpoint semelEndpoint(
            IdempotencyStore store,
            SemelProperties properties,
            ObjectProvider<KnownOperations> operations,
            ObjectProvider<BeanOperations> calls) {
        KnownOperations known = operations.getIfAvailable(() -> List::of);
        Desk desk = new Desk(store, SemelAutoConfiguration.keyHash(properties), properties.storeTimeout());
        return new SemelEndpoint(store, desk, known, BeanOperations.names(calls));
    }
}
