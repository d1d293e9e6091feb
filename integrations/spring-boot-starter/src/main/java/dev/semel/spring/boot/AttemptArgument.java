// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.spring.IdempotencyContext;
import java.util.Optional;
import org.springframework.core.MethodParameter;

/** What handlers may ask for to know of their attempt: {@code HttpContext}, {@code IdempotencyContext}, or an {@code Optional} of them. */
final class AttemptArgument {

    private AttemptArgument() {}

    static boolean isWanted(MethodParameter parameter) {
        Class<?> type = parameter.nestedIfOptional().getNestedParameterType();
        return type == HttpContext.class || type == IdempotencyContext.class;
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
