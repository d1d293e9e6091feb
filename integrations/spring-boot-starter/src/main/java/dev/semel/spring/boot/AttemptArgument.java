// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.spring.IdempotencyContext;
import dev.semel.spring.Idempotent;
import java.util.Optional;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** What handlers may ask for to know of their attempt: {@code HttpContext}, {@code IdempotencyContext}, or an {@code Optional} of them. */
final class AttemptArgument {

    private AttemptArgument() {}

    static boolean isWanted(MethodParameter parameter) {
        Class<?> type = parameter.nestedIfOptional().getNestedParameterType();
        return type == HttpContext.class || type == IdempotencyContext.class;
    }

    /** Where protection is switched off: whoever says that it may be missing gets nothing, and others an attempt that is not protected. */
    static Object ofUnprotected(MethodParameter parameter, String route) {
        return parameter.getParameterType() == Optional.class
                ? Optional.empty()
                : of(parameter, Optional.of(HttpContext.unprotected(operation(parameter, route))));
    }

    private static String operation(MethodParameter parameter, String route) {
        return Optional.ofNullable(
                        AnnotatedElementUtils.findMergedAnnotation(parameter.getAnnotatedElement(), Idempotent.class))
                .map(Idempotent::operation)
                .filter(name -> !name.isEmpty())
                .orElse(route);
    }

    static Object of(MethodParameter parameter, Optional<HttpContext> request) {
        Optional<?> context =
                request.map(known -> parameter.nestedIfOptional().getNestedParameterType() == HttpContext.class
                        ? known
                        : new RequestContext(known));
        if (parameter.getParameterType() == Optional.class) {
            return context;
        }
        return context.orElseThrow(() -> new IllegalStateException(
                "this request is not protected, so that there is no attempt to know of: annotate the handler with"
                        + " @Idempotent, or ask for an Optional"));
    }
}
