// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Idempotency;
import dev.semel.IssuedKeys;
import dev.semel.SessionKeys;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Keys that the application issues; where Semel is switched off, too, since its pages ask for them all the same. */
@AutoConfiguration(after = {SemelAutoConfiguration.class, OffAutoConfiguration.class})
@ConditionalOnProperty(prefix = "semel.issued-keys", name = "secret")
@EnableConfigurationProperties(SemelProperties.class)
class IssuedKeysAutoConfiguration {

    /** For operations that accept no other keys. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    IssuedKeys semelIssuedKeys(SemelProperties properties) {
        return properties.issuedKeys().keys();
    }

    /** For the handler that gives clients their keys. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    SessionKeys semelSessionKeys(SemelProperties properties, Idempotency engine, IssuedKeys keys) {
        return Setup.below(
                "semel.issued-keys.",
                IssuedKeysProperties.class,
                () -> SessionKeys.of(engine, keys, properties.issuedKeys().remembered()));
    }
}
