// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.util.ClassUtils;

/** A Boot application that runs, on whichever line of Boot the class path has. */
final class Booted implements AutoCloseable {

    /** Both lines' names: Boot takes no offence at those that are not there. */
    private static final String WITHOUT_DATA_SOURCE =
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration,"
                    + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";

    private static final String WITHOUT_REDIS =
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration,"
                    + "org.springframework.boot.autoconfigure.data.redis.RedisReactiveAutoConfiguration,"
                    + "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration,"
                    + "org.springframework.boot.data.redis.autoconfigure.DataRedisReactiveAutoConfiguration";

    private static final String WITHOUT_JPA =
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.autoconfigure.data.jpa.JpaRepositoriesAutoConfiguration,"
                    + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration,"
                    + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration";

    private final ConfigurableApplicationContext context;

    private Booted(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** The engine and its store, and nothing else of Boot. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SemelAutoConfiguration.class)
    static class Bare {}

    /** Everything that Boot finds. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    /** Everything that Boot finds, and Spring Security that lets everybody in. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Open {
        @Bean
        SecurityFilterChain everybody(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
    }

    /** An application without a database and Redis. */
    static Setting of(Class<?>... configurations) {
        return new Setting(configurations)
                .with("spring.autoconfigure.exclude", WITHOUT_DATA_SOURCE + "," + WITHOUT_REDIS + "," + WITHOUT_JPA)
                .with("semel.development-mode", "true");
    }

    /** An application with a database and without Redis. */
    static Setting withDataSource(Class<?>... configurations) {
        return of(configurations).with("spring.autoconfigure.exclude", WITHOUT_REDIS + "," + WITHOUT_JPA);
    }

    /** An application with a database, JPA on it, and without Redis. */
    static Setting withJpa(Class<?>... configurations) {
        return of(configurations).with("spring.autoconfigure.exclude", WITHOUT_REDIS);
    }

    /** An application with Redis and without a database. */
    static Setting withRedis(Class<?>... configurations) {
        return of(configurations).with("spring.autoconfigure.exclude", WITHOUT_DATA_SOURCE + "," + WITHOUT_JPA);
    }

    /** An application with everything. */
    static Setting withBoth(Class<?>... configurations) {
        return of(configurations).with("spring.autoconfigure.exclude", WITHOUT_JPA);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    @Override
    public void close() {
        context.close();
    }

    /** What an application is started with. */
    static final class Setting {

        private final List<Class<?>> configurations = new ArrayList<>();
        private final Map<String, Object> beans = new TreeMap<>();
        private Class<?> server = first(
                "org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory",
                "org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory");
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

        /** On Jetty, and not on Tomcat. Both are there, and Boot 3.5 would prefer Tomcat, and Boot 4 Jetty. */
        Setting onJetty() {
            server = first(
                    "org.springframework.boot.web.embedded.jetty.JettyServletWebServerFactory",
                    "org.springframework.boot.jetty.servlet.JettyServletWebServerFactory");
            return this;
        }

        /** The class that has one of these names, one for each line of Boot. */
        private static Class<?> first(String... names) {
            Optional<Class<?>> found = Stream.of(names)
                    .filter(name -> ClassUtils.isPresent(name, Booted.class.getClassLoader()))
                    .<Class<?>>map(name -> ClassUtils.resolveClassName(name, Booted.class.getClassLoader()))
                    .findFirst();
            assertThat(found).isPresent();
            return found.orElseThrow();
        }

        /** With a web server. */
        Booted serve() {
            return run(WebApplicationType.SERVLET);
        }

        /** Without one. */
        Booted run() {
            return run(WebApplicationType.NONE);
        }

        /** The properties, a line for each. */
        Stream<String> lines() {
            return properties.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue());
        }

        private Booted run(WebApplicationType type) {
            String[] lines = lines().map(line -> "--" + line).toArray(String[]::new);
            return new Booted(new SpringApplicationBuilder(configurations.toArray(Class<?>[]::new))
                    .web(type)
                    .initializers(context -> beans.forEach(context.getBeanFactory()::registerSingleton))
                    .initializers(context -> {
                        if (type == WebApplicationType.SERVLET) {
                            ((GenericApplicationContext) context).registerBean(server);
                        }
                    })
                    .run(lines));
        }
    }
}
