// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** The contexts above ours: their beans are ours, too, and nobody but Semel of their own can stand in front of them. */
final class Parents {

    private Parents() {}

    /** Refuses annotated methods of a context without Semel, which would run unprotected. */
    static void check(ConfigurableListableBeanFactory beans) {
        ConfigurableListableBeanFactory above = above(beans);
        if (above != null) {
            if (!above.containsLocalBean(CallProxies.BEAN)) {
                for (String name : above.getBeanDefinitionNames()) {
                    check(name, AutoProxyUtils.determineTargetClass(above, name));
                }
            }
            check(above);
        }
    }

    private static @Nullable ConfigurableListableBeanFactory above(ConfigurableListableBeanFactory beans) {
        BeanFactory parent = beans.getParentBeanFactory();
        return parent instanceof ConfigurableApplicationContext context
                ? context.getBeanFactory()
                : parent instanceof ConfigurableListableBeanFactory factory ? factory : null;
    }

    /** How a bean is defined, here or above; empty where it was registered as it is. */
    static Optional<BeanDefinition> definition(ConfigurableListableBeanFactory beans, String name) {
        ConfigurableListableBeanFactory owner = beans;
        while (owner != null && !owner.containsLocalBean(name)) {
            owner = above(owner);
        }
        return owner != null && owner.containsBeanDefinition(name)
                ? Optional.of(owner.getMergedBeanDefinition(name))
                : Optional.empty();
    }

    private static void check(String bean, @Nullable Class<?> type) {
        if (type != null && KnownAs.typesOf(type).stream().anyMatch(Parents::hasCalls)) {
            throw new SetupException(
                    "The bean '" + bean + "' (" + Names.of(type)
                            + ") has a method with @Idempotent, and is in a parent context, where Semel is not.",
                    "Move it to the context that has Semel, or let the parent have Semel's auto-configuration, too.");
        }
    }

    private static boolean hasCalls(Class<?> type) {
        return AnnotatedTypes.includes(type) && !AnnotatedCalls.of(type).isEmpty();
    }
}
