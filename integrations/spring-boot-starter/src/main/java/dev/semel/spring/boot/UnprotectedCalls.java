// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.spring.IdempotencyContext;
import dev.semel.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Calls of annotated methods where Semel is switched off: each runs, and is told that nothing protects it. */
final class UnprotectedCalls implements MethodInterceptor {

    private final CurrentContext current;

    UnprotectedCalls(CurrentContext current) {
        this.current = current;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return proceed(invocation, operation(invocation), current);
    }

    /** Also where a call has no key and needs none: it is no part of an attempt that it is made in. */
    static @Nullable Object proceed(MethodInvocation invocation, String operation, CurrentContext current)
            throws Exception {
        IdempotencyContext context = new RequestContext(HttpContext.unprotected(operation));
        if (invocation instanceof ProxyMethodInvocation proxied) {
            proxied.setArguments(BeanMethod.withContext(invocation, context));
        }
        return current.within(context, () -> BeanCall.proceed(invocation));
    }

    private static String operation(MethodInvocation invocation) {
        Method method = KnownAs.of(invocation).method();
        Idempotent annotation = AnnotatedElementUtils.findMergedAnnotation(method, Idempotent.class);
        return Optional.ofNullable(annotation)
                .map(Idempotent::operation)
                .filter(name -> !name.isEmpty())
                .orElse(method.getName());
    }
}
