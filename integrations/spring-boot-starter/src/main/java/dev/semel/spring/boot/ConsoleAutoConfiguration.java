// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.console.Access;
import dev.semel.console.Catalogue;
import dev.semel.console.Console;
import dev.semel.console.Statistics;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.HttpCustomizer;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.DispatcherServlet;

/** The console as a servlet, for whom the application signs in; without anybody signed in it shows nothing. */
@AutoConfiguration(after = {SemelAutoConfiguration.class, MvcAutoConfiguration.class, WebFluxAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnProperty(prefix = "semel.console", name = "path")
@ConditionalOnBean(name = SemelAutoConfiguration.ON, search = SearchStrategy.CURRENT)
class ConsoleAutoConfiguration {

    @Bean
    ServletRegistrationBean<ConsoleServlet> semelConsole(
            IdempotencyStore store,
            SemelProperties properties,
            Statistics statistics,
            ObjectProvider<KnownOperations> operations,
            ObjectProvider<BeanOperations> methods) {
        ConsoleProperties settings = properties.console();
        String path = String.valueOf(settings.path());
        KnownOperations known = operations.getIfAvailable(() -> List::of);
        Supplier<Set<String>> calls = BeanOperations.names(methods);
        Console console = Setup.below(
                "semel.console.",
                ConsoleProperties.class,
                () -> Console.builder(store)
                        .path(path)
                        .keyHash(SemelAutoConfiguration.keyHash(properties))
                        .access(() -> access(settings))
                        .catalogue(() -> Catalogue.of(known.operations()).withCalls(calls.get()))
                        .statistics(statistics)
                        .storeLimit(properties.storeTimeout())
                        .build());
        ServletRegistrationBean<ConsoleServlet> registration =
                new ServletRegistrationBean<>(new ConsoleServlet(console, path), path + "*");
        registration.setName("semelConsole");
        return registration;
    }

    static Access access(ConsoleProperties settings) {
        return Access.byApplication(head -> head instanceof ConsoleHead known ? known.roles(settings) : Set.of())
                .reachedBy(settings.origins());
    }

    /** The engine takes all listeners that there are. */
    @Bean
    Statistics semelStatistics() {
        return new Statistics();
    }

    @Bean
    HttpCustomizer semelStatisticsOfHttp(Statistics statistics) {
        return http -> http.listener(statistics);
    }
}
