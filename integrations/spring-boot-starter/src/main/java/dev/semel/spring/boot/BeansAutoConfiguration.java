// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Idempotency;
import dev.semel.spring.PolicyCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/** Protects annotated methods of beans that are no controllers. */
@AutoConfiguration(after = {SemelAutoConfiguration.class, MvcAutoConfiguration.class, WebFluxAutoConfiguration.class})
@ConditionalOnBean(name = SemelAutoConfiguration.ON, search = SearchStrategy.CURRENT)
class BeansAutoConfiguration {

    /** Static, and with nothing but a promise of what it needs: a post-processor's beans come before all others. */
    @Bean(CallProxies.BEAN)
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static CallProxies semelCallProxies(ObjectProvider<BeanCalls> calls, Environment environment) {
        return new CallProxies(() -> calls.getObject()::call, AnnotatedCalls::check, isProxyOfClass(environment));
    }

    /** As Boot's own proxies. */
    static boolean isProxyOfClass(Environment environment) {
        return environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true);
    }

    /** Nobody needs it at the start, but for beans that ask for it. */
    @Bean
    @Lazy
    CurrentContext semelCurrentContext(ObjectProvider<RequestAttempts> requests) {
        return new CurrentContext(() -> requests.stream().findFirst().flatMap(RequestAttempts::current));
    }

    @Bean(BeanOperations.BEAN)
    BeanOperations semelBeanOperations(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<Values> values,
            ObjectProvider<PolicyCustomizer> customizers,
            SemelProperties properties) {
        return new BeanOperations(beans, () -> {
            Operations operations = new Operations(
                    new OperationHooks(beans), customizers.orderedStream().toList());
            TransactionSource transactions = TransactionSource.of(beans, properties.jdbc());
            return new BeanMethods(beans, values, properties.operations(), operations, transactions);
        });
    }

    /** With the first bean that has an annotated method. */
    @Bean
    @Lazy
    BeanCalls semelBeanCalls(Idempotency engine, BeanOperations operations, CurrentContext current) {
        return new BeanCalls(engine, operations, current);
    }

    /** Where nothing serves requests: then nobody else checks what is set, and knows all operations. */
    @Bean(KnownOperations.BEAN)
    @ConditionalOnMissingBean(value = KnownOperations.class, search = SearchStrategy.CURRENT)
    CallsOnly semelCallsOnly(
            BeanOperations operations, SemelProperties properties, ConfigurableListableBeanFactory beans) {
        return new CallsOnly(operations, properties, beans);
    }
}
