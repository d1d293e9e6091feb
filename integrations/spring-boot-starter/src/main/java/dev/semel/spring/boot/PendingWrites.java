// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Lets JPA write before a transactional handler's answer is rendered: keys and versions that it makes only then are a part of what is
 * saved, and so of the answer; and what cannot be written reaches the handler's {@code @ExceptionHandler}. An answer that is no
 * success is rolled back, so that nothing is written for it.
 */
@ControllerAdvice
final class PendingWrites implements ResponseBodyAdvice<Object>, Ordered {

    private static final int FIRST_FAILURE = 400;

    /** Before an answer of this status is rendered. */
    static void write(int status) {
        if (status < FIRST_FAILURE) {
            Unwritten.write();
        }
    }

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        return Unwritten.isPossible();
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (response instanceof ServletServerHttpResponse servlet) {
            write(servlet.getServletResponse().getStatus());
        }
        return body;
    }

    /** Before other advice looks into what is rendered. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
