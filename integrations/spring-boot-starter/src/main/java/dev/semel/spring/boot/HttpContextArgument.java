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

/** Gives handlers what they may know of their attempt: {@code HttpContext}, or an {@code Optional} of it. */
final class HttpContextArgument implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.nestedIfOptional().getNestedParameterType() == HttpContext.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binderFactory) {
        Optional<HttpContext> context = Optional.ofNullable(request.getNativeRequest(ServletRequest.class))
                .flatMap(IdempotencyFilter::context);
        if (parameter.getParameterType() == Optional.class) {
            return context;
        }
        return context.orElseThrow(() -> new IllegalStateException(
                "this request is not protected, so that there is no attempt to know of: annotate the handler with"
                        + " @Idempotent, or ask for an Optional<HttpContext>"));
    }
}
