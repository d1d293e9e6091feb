// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Hears of exceptions before an {@code @ExceptionHandler} makes an answer of them. Where the handler has flushed its response it can
 * not: the status stays that of a success, and what was written stays half of an answer. That is nothing to be saved, or committed.
 */
final class LateFailures implements HandlerExceptionResolver, Ordered {

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        if (response.isCommitted()) {
            IdempotencyFilter.failedLate(request, failure);
        }
        return null;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
