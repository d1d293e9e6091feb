// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.SqliteStore;
import dev.semel.memory.MemoryStore;
import dev.semel.redis.RedisStore;
import dev.semel.seal.SealedStore;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.ForOperation;
import dev.semel.spring.Idempotent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image has to be told: the stores' statements and scripts, which are files, the annotations that are read at run
 * time, and what Tomcat and Spring Data are asked for by name. Boot tells the rest itself, properties for one.
 */
final class SemelRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("dev/semel/jdbc/**/*.sql").registerPattern("dev/semel/redis/*.lua");
        hints.proxies().registerJdkProxy(Idempotent.class).registerJdkProxy(ForOperation.class);
        sealed(hints, MemoryStore.class);
        sealed(hints, SqliteStore.class);
        sealed(hints, JdbcStore.class);
        sealed(hints, RedisStore.class);
        hints.reflection()
                .registerType(Idempotent.class, MemberCategory.INVOKE_DECLARED_METHODS)
                .registerType(ForOperation.class, MemberCategory.INVOKE_DECLARED_METHODS)
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
                        factory -> factory.withField("configuration"))
                .registerTypeIfPresent(
                        classLoader,
                        "org.apache.catalina.connector.RequestFacade",
                        facade -> facade.withField("request"))
                .registerTypeIfPresent(
                        classLoader,
                        "org.apache.catalina.connector.Request",
                        request -> request.withMethod("getWrapper", List.of(), ExecutableMode.INVOKE))
                .registerTypeIfPresent(
                        classLoader,
                        "org.apache.catalina.core.StandardWrapper",
                        wrapper -> wrapper.withMethod("getMultipartConfigElement", List.of(), ExecutableMode.INVOKE));
    }

    private static void sealed(RuntimeHints hints, Class<? extends IdempotencyStore> store) {
        hints.proxies().registerJdkProxy(SealedStore.faces(store).toArray(Class<?>[]::new));
    }
}
