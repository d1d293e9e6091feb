// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.Dialect;
import dev.semel.http.TenantResolver;
import dev.semel.spring.Idempotent;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@DisplayName("R31: where Semel takes one bean, of several that nobody chooses from,")
class OnlyOneTest {

    @Test
    @DisplayName("R23: two tenant resolvers stop the start: neither would count, and clients would share their keys")
    void twoResolvers() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, TwoResolvers.class));

        assertThat(why.getDescription()).contains("TenantResolver", "byAccount", "byShop");
        assertThat(why.getAction()).contains("@Primary");
    }

    @Test
    @DisplayName("R23: the primary resolver counts")
    void primaryResolver() {
        try (Booted booted =
                Booted.of(Booted.Open.class, PrimaryResolver.class, Till.class).serve()) {
            Client client = new Client(booted.uri());
            String key = Client.newKey();

            String one = pay(client, key, "one");
            String two = pay(client, key, "two");

            assertThat(two).isNotEqualTo(one);
            assertThat(pay(client, key, "one")).isEqualTo(one);
        }
    }

    private static String pay(Client client, String key, String account) {
        return client.send(client.request("POST", "/pay", "application/json", "{}")
                        .header("Idempotency-Key", key)
                        .header("Account", account))
                .body();
    }

    @Test
    @DisplayName("two dialects stop the start")
    void twoDialects() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, TwoDialects.class));

        assertThat(why.getDescription()).contains("Dialect", "first", "second");
        assertThat(why.getAction()).contains("@Primary");
    }

    @Test
    @DisplayName("two of Jackson's mappers stop the start, where there are values to save")
    void twoMappers() {
        FailureAnalysis why = Refusals.ofRun(
                Booted.of(Calls.class).bean("strictMapper", mapper()).bean("looseMapper", mapper()));

        assertThat(why.getDescription()).contains("Mapper", "strictMapper", "looseMapper");
        assertThat(why.getAction()).contains("@Primary", usualMapper());
    }

    @Test
    @DisplayName("but for the mapper whose bean has the name that Spring injects by")
    void usualMapperCounts() {
        try (Booted booted = Booted.of(Calls.class)
                .bean("looseMapper", mapper())
                .bean(usualMapper(), mapper())
                .run()) {
            assertThat(booted.bean(Values.class)).isNotNull();
        }
    }

    private static boolean isJackson3() {
        return ClassUtils.isPresent("tools.jackson.databind.json.JsonMapper", null);
    }

    private static String usualMapper() {
        return isJackson3() ? "jsonMapper" : "objectMapper";
    }

    private static Object mapper() {
        String type = isJackson3()
                ? "tools.jackson.databind.json.JsonMapper"
                : "com.fasterxml.jackson.databind.json.JsonMapper";
        return BeanUtils.instantiateClass(ClassUtils.resolveClassName(type, null));
    }

    /** Without the rest of Boot, parts of which would not start either. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        SemelAutoConfiguration.class,
        BeansAutoConfiguration.class,
        Jackson3AutoConfiguration.class,
        Jackson2AutoConfiguration.class
    })
    @Import(MovesBean.class)
    static class Calls {}

    @Configuration(proxyBeanMethods = false)
    static class TwoResolvers {
        @Bean
        TenantResolver byAccount() {
            return TenantResolver.header("Account");
        }

        @Bean
        TenantResolver byShop() {
            return TenantResolver.header("Shop");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryResolver {
        @Bean
        @Primary
        TenantResolver byAccount() {
            return TenantResolver.header("Account");
        }

        @Bean
        TenantResolver byShop() {
            return TenantResolver.header("Shop");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDialects {
        @Bean
        Dialect first() {
            return Dialect.ietf();
        }

        @Bean
        Dialect second() {
            return Dialect.stripe();
        }
    }

    @RestController
    static class Till {

        private final AtomicInteger runs = new AtomicInteger();

        @PostMapping("/pay")
        @Idempotent("pay")
        String pay() {
            return "run " + runs.incrementAndGet();
        }
    }
}
