// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Finds Spring Data's connection factory. Its connections are not shared, and only say which servers the application uses. */
final class LettuceFactories {

    private static final String WHICH =
            "Mark the one whose servers keep idempotency records with @Primary, or set semel.redis.uri. Or choose another"
                    + " store with semel.store.";

    private LettuceFactories() {}

    static Optional<RedisServers> find(ConfigurableListableBeanFactory beans) {
        return factory(beans).map(ConfiguredServers::of);
    }

    /** Made before they are asked what they are: many are declared as nothing but a {@code RedisConnectionFactory}. */
    private static Optional<LettuceConnectionFactory> factory(ConfigurableListableBeanFactory beans) {
        List<LettuceConnectionFactory> all = beans.getBeanProvider(RedisConnectionFactory.class).stream()
                .filter(LettuceConnectionFactory.class::isInstance)
                .map(LettuceConnectionFactory.class::cast)
                .toList();
        return all.size() > 1
                ? OnlyOne.of(
                        beans.getBeanProvider(LettuceConnectionFactory.class),
                        "connection factories of Redis with Lettuce",
                        WHICH)
                : all.stream().findFirst();
    }
}
