// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Idempotency;
import dev.semel.IdempotencyBuilder;
import dev.semel.event.EventListener;
import dev.semel.key.KeyHash;
import dev.semel.key.WeakSecretException;
import dev.semel.seal.KeyRing;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.EngineCustomizer;
import java.nio.charset.StandardCharsets;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

/** The engine and its store. An application that has beans of its own for either keeps them. */
@AutoConfiguration
@ConditionalOnProperty(prefix = "semel", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(SemelProperties.class)
class SemelAutoConfiguration {

    /**
     * The name of a bean that says that this configuration is there. Conditions ask for it by name: for a type they would go through
     * all beans at each start; and not for the properties, which a scan may find where Semel is switched off.
     */
    static final String ON = "semelOn";

    /** The name of the store's bean. */
    static final String STORE = "semelStore";

    @Bean(ON)
    On semelOn(SemelProperties properties) {
        Setup.requireOn("semel.enabled", properties.enabled());
        return new On();
    }

    /** Semel is switched on. */
    record On() {}

    /** After Flyway, Liquibase and scripts have made their tables: ours may be among them. */
    @Bean(STORE)
    @ConditionalOnMissingBean(IdempotencyStore.class)
    @DependsOnDatabaseInitialization
    IdempotencyStore semelStore(
            SemelProperties properties, ConfigurableListableBeanFactory beans, ObjectProvider<KeyRing> keys) {
        DataSources dataSources = new DataSources(beans, properties);
        StoreFinder finder = new StoreFinder(properties, dataSources, new RedisSources(beans, properties.redis()));
        return Sealing.over(finder::open, properties.encryption(), keys.getIfAvailable());
    }

    @Bean
    @ConditionalOnMissingBean(Idempotency.class)
    ManagedEngine semelEngine(
            SemelProperties properties,
            IdempotencyStore store,
            ObjectProvider<KeyRing> keys,
            ObjectProvider<EventListener> listeners,
            ObjectProvider<EngineCustomizer> customizers) {
        Sealing.requireUsed(store, properties.encryption(), keys.getIfAvailable());
        return new ManagedEngine(() -> {
            IdempotencyBuilder builder = builder(properties, store);
            listeners.orderedStream().forEach(builder::listener);
            customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
            return Setup.below("semel.", SemelProperties.class, builder::build);
        });
    }

    private static IdempotencyBuilder builder(SemelProperties properties, IdempotencyStore store) {
        IdempotencyBuilder builder = Idempotency.builder(store)
                .storeTimeout(properties.storeTimeout())
                .drainTime(properties.drainTime())
                .purgeEvery(properties.purgeEvery())
                .mostTickets(properties.mostTickets())
                .mostWaiters(properties.mostWaiters());
        if (properties.developmentMode()) {
            builder.developmentMode();
        }
        return builder.keyHash(keyHash(properties));
    }

    /** What stands for keys in logs, in the console and in the audit log: the same in all of them. */
    static KeyHash keyHash(SemelProperties properties) {
        return properties.keyHashSecret() == null ? KeyHash.randomPerProcess() : keyHash(properties.keyHashSecret());
    }

    private static KeyHash keyHash(String secret) {
        try {
            return KeyHash.withSecret(secret.getBytes(StandardCharsets.UTF_8));
        } catch (WeakSecretException e) {
            throw new SetupException(
                    "semel.key-hash-secret cannot be used: " + e.getMessage(), "Change semel.key-hash-secret.", e);
        }
    }
}
