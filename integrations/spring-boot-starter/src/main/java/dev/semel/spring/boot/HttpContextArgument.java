// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.ServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives handlers what they may know of their attempt: {@code HttpContext} or {@code IdempotencyContext}, or an {@code Optional} of it. */
final class HttpContextArgument implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return AttemptArgument.isWanted(parameter);
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binderFactory) {
        Optional<HttpContext> context = Optional.ofNullable(request.getNativeRequest(ServletRequest.class))
                .flatMap(IdempotencyFilter::context);
        return AttemptArgument.of(parameter, context);
    }
}
