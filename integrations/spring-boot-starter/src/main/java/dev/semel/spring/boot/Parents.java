// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** The contexts above ours: nobody but Semel of their own can stand in front of their beans. */
final class Parents {

    private Parents() {}

    /** Refuses annotated methods of a context without Semel, which would run unprotected. */
    static void check(ConfigurableListableBeanFactory beans) {
        BeanFactory parent = beans.getParentBeanFactory();
        ConfigurableListableBeanFactory above = parent instanceof ConfigurableApplicationContext context
                ? context.getBeanFactory()
                : parent instanceof ConfigurableListableBeanFactory factory ? factory : null;
        if (above != null) {
            if (!above.containsLocalBean(CallProxies.BEAN)) {
                for (String name : above.getBeanDefinitionNames()) {
                    check(name, AutoProxyUtils.determineTargetClass(above, name));
                }
            }
            check(above);
        }
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
