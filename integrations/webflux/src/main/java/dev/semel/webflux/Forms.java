// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.Intake;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Forms that a filter in front has read: one against forged requests does. Their fields stand for their bytes. */
final class Forms {

    private Forms() {}

    /**
     * Whether somebody in front has read a body of which nothing is left, or may have: a form without a length could also be
     * empty, and two different forms must never look the same.
     */
    static boolean mayBeGone(ServerHttpRequest request) {
        long length = request.getHeaders().getContentLength();
        return length > 0 || (length < 0 && (isForm(request) || is(request, MediaType.MULTIPART_FORM_DATA)));
    }

    static boolean isForm(ServerHttpRequest request) {
        return is(request, MediaType.APPLICATION_FORM_URLENCODED);
    }

    private static boolean is(ServerHttpRequest request, MediaType wanted) {
        @Nullable String type = request.getHeaders().getFirst("Content-Type");
        try {
            return type != null && MediaType.parseMediaType(type).equalsTypeAndSubtype(wanted);
        } catch (InvalidMediaTypeException e) {
            // What that is is for the handler to say, if it reads the body at all.
            return false;
        }
    }

    /** Feeds the fields, which the exchange has kept; complete when they are. */
    static Mono<Void> feed(Intake intake, ServerWebExchange exchange) {
        if (!isForm(exchange.getRequest())) {
            return Mono.error(new IllegalStateException(
                    "the request's body was read before the idempotency filter could see it, so that it"
                            + " cannot be compared with a retry's: put the filter in front of whatever reads bodies"));
        }
        intake.bytesAreGone();
        return exchange.getFormData().doOnNext(fields -> feed(intake, fields)).then();
    }

    private static void feed(Intake intake, MultiValueMap<String, String> fields) {
        new TreeMap<>(fields)
                .forEach((name, values) -> values.forEach(value -> {
                    feed(intake, name);
                    feed(intake, String.valueOf(value));
                }));
    }

    private static void feed(Intake intake, String text) {
        byte[] bytes = (text.length() + ":" + text).getBytes(StandardCharsets.UTF_8);
        intake.feed(bytes, 0, bytes.length);
    }
}
