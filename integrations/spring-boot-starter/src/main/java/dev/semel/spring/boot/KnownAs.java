// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/**
 * What a bean's method is known by: itself and the class that its bean is of. What stands for code that nobody wrote, as the proxy
 * of a client's interface or a repository's, is of the interface.
 */
record KnownAs(Method method, Class<?> type) {

    /** The method that a call will reach. */
    static KnownAs of(MethodInvocation call) {
        Class<?> type = type(call);
        return new KnownAs(AopUtils.getMostSpecificMethod(call.getMethod(), type), type);
    }

    /** The method as it was called, where nothing is known of what it will reach. */
    static KnownAs asCalled(MethodInvocation call) {
        return new KnownAs(call.getMethod(), call.getMethod().getDeclaringClass());
    }

    Optional<Annotations> annotation() {
        return Annotations.of(method, type);
    }

    private static Class<?> type(MethodInvocation call) {
        Class<?> declaring = call.getMethod().getDeclaringClass();
        Object target = call.getThis();
        return target == null
                ? declaring
                : typesOf(AopUtils.getTargetClass(target)).stream()
                        .filter(declaring::isAssignableFrom)
                        .findFirst()
                        .orElse(declaring);
    }

    /** The classes that somebody wrote: the one that a proxy extends, the interfaces that a proxy or lambda has, or the class itself. */
    static List<Class<?>> typesOf(Class<?> type) {
        Class<?> written = ClassUtils.getUserClass(type);
        return Proxy.isProxyClass(written) || ClassUtils.isLambdaClass(written)
                ? Arrays.asList(written.getInterfaces())
                : List.of(written);
    }
}
