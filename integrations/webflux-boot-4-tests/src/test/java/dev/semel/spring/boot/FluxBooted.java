// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;

/** A Boot application with WebFlux on Netty that runs, on whichever line of Boot the class path has. */
final class FluxBooted implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private FluxBooted(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Everything that Boot finds, and Spring Security that lets everybody in. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Open {
        @Bean
        SecurityWebFilterChain everybody(ServerHttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .build();
        }
    }

    static Setting of(Class<?>... configurations) {
        return new Setting(configurations).with("semel.development-mode", "true");
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"));
    }

    <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }

    /** What an application is started with. */
    static final class Setting {

        private final List<Class<?>> configurations = new ArrayList<>();
        private final Map<String, Object> beans = new TreeMap<>();
        private final Map<String, Object> properties = new TreeMap<>(Map.of(
                "server.port", "0",
                "server.address", "127.0.0.1",
                "spring.main.banner-mode", "off",
                "logging.level.root", "off",
                "semel.drain-time", "5s"));

        private Setting(Class<?>... configurations) {
            this.configurations.addAll(List.of(configurations));
        }

        Setting with(String property, String value) {
            properties.put(property, value);
            return this;
        }

        /** With a bean that the test has made. */
        Setting bean(String name, Object bean) {
            beans.put(name, bean);
            return this;
        }

        FluxBooted serve() {
            String[] lines = properties.entrySet().stream()
                    .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                    .toArray(String[]::new);
            return new FluxBooted(new SpringApplicationBuilder(configurations.toArray(Class<?>[]::new))
                    .web(WebApplicationType.REACTIVE)
                    .initializers(context -> beans.forEach(context.getBeanFactory()::registerSingleton))
                    .run(lines));
        }
    }
}
