// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Stands in front of the methods that are annotated with a key. What it needs is looked for at the first call. */
final class CallAdvice implements MethodInterceptor {

    private final Supplier<MethodInterceptor> calls;

    private CallAdvice(Supplier<MethodInterceptor> calls) {
        this.calls = calls;
    }

    static DefaultPointcutAdvisor advisor(Supplier<MethodInterceptor> calls) {
        return new DefaultPointcutAdvisor(new Keyed(), new CallAdvice(calls));
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return calls.get().invoke(invocation);
    }

    /** Methods whose annotation has an expression for the key. */
    private static final class Keyed extends StaticMethodMatcherPointcut {

        Keyed() {
            setClassFilter(AnnotatedTypes::includes);
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
            return Annotations.of(specific, targetClass)
                    .filter(annotation ->
                            annotation.onMethod() && !annotation.call().key().isEmpty())
                    .isPresent();
        }
    }
}
