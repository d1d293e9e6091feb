// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Fails when a handler is done and its answer is to be written, for amounts that name a status. The service finds it on the class
 * path of the tests.
 */
@ControllerAdvice
class BrokenRendering implements ResponseBodyAdvice<Object> {

    /** More than anybody else pays. */
    private static final long BASE = 900_000_000;

    private static final long BEYOND = BASE + 600;

    @Override
    public boolean supports(MethodParameter answer, Class<? extends HttpMessageConverter<?>> converter) {
        return true;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter answer,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (body instanceof Charge charge) {
            failAt(charge.amount());
        } else if (body instanceof Refund refund) {
            failAt(refund.amount());
        }
        return body;
    }

    private static void failAt(long amount) {
        if (amount > BASE && amount < BEYOND) {
            throw new ResponseStatusException(HttpStatus.valueOf(Math.toIntExact(amount - BASE)));
        }
    }
}
