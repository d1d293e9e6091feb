// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** The Redis that the application has, if it has one. */
final class RedisSources {

    static final String ACTION =
            "Set semel.redis.uri=redis://host:6379, or add spring-boot-starter-data-redis, which brings"
                    + " Lettuce, and configure spring.data.redis.";

    private static final String LETTUCE = "io.lettuce.core.RedisURI";
    private static final String FACTORY = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

    private final ConfigurableListableBeanFactory beans;
    private final RedisProperties properties;

    RedisSources(ConfigurableListableBeanFactory beans, RedisProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    Optional<StoreSource> find() {
        if (properties.uri() != null) {
            requireLettuce();
            return Optional.of(RedisStores.at(properties.uri(), properties));
        }
        return isPresent(FACTORY) && isPresent(LETTUCE)
                ? LettuceFactories.find(beans).map(servers -> RedisStores.at(servers, properties))
                : Optional.empty();
    }

    private void requireLettuce() {
        if (!isPresent(LETTUCE)) {
            throw new SetupException(
                    "semel.redis.uri is set, and Lettuce is not there.", "Add the dependency io.lettuce:lettuce-core.");
        }
    }

    private boolean isPresent(String type) {
        return ClassUtils.isPresent(type, beans.getBeanClassLoader());
    }
}
