// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Idempotency;
import dev.semel.http.HttpContext;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/** What an application's code asks for that Semel would give it, where it is switched off: everything runs, and knows that nothing protects it. */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnProperty(prefix = "semel", name = "enabled", havingValue = "false")
class OffAutoConfiguration {

    /** What runs on a thread of which nobody knows more. */
    private static final String NO_NAME = "unprotected";

    @Bean
    @ConditionalOnMissingBean(value = Idempotency.class, search = SearchStrategy.CURRENT)
    Idempotency semelEngine() {
        return Idempotency.unprotected();
    }

    @Bean
    @Lazy
    CurrentContext semelCurrentContext(ObjectProvider<RequestAttempts> requests) {
        return new CurrentContext(() -> requests.stream()
                .findFirst()
                .flatMap(RequestAttempts::current)
                .or(() -> Optional.of(new RequestContext(HttpContext.unprotected(NO_NAME)))));
    }

    /** In front of the same methods as ever, for those that ask for their attempt. */
    @Bean(CallProxies.BEAN)
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static CallProxies semelCallProxies(ObjectProvider<CurrentContext> current, Environment environment) {
        return new CallProxies(
                () -> new UnprotectedCalls(current.getObject()),
                type -> {},
                BeansAutoConfiguration.isProxyOfClass(environment));
    }
}
