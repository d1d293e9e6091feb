// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.adapter.DefaultServerWebExchange;
import org.springframework.web.server.i18n.FixedLocaleContextResolver;
import reactor.core.publisher.Mono;

/**
 * The exchange as the handler sees it. What an exchange does with its request and response by itself (forms, parts,
 * conditions) must happen to those that the handler sees: the exchange in front would ask its own, whose body is gone. It is
 * also that one which knows session, principal and attributes.
 */
final class KeptExchange extends ServerWebExchangeDecorator {

    private final ServerHttpRequest request;
    private final ServerHttpResponse response;
    private final boolean formIsRead;
    private final DefaultServerWebExchange own;

    KeptExchange(
            ServerWebExchange front,
            ServerHttpRequest request,
            ServerHttpResponse response,
            ServerCodecConfigurer codecs,
            boolean formIsRead) {
        super(front);
        this.request = request;
        this.response = response;
        this.formIsRead = formIsRead;
        this.own = new DefaultServerWebExchange(
                request, response, exchange -> front.getSession(), codecs, new FixedLocaleContextResolver());
    }

    @Override
    public ServerHttpRequest getRequest() {
        return request;
    }

    @Override
    public ServerHttpResponse getResponse() {
        return response;
    }

    /** Where a filter in front has read the form, only the exchange in front has its fields. */
    @Override
    public Mono<MultiValueMap<String, String>> getFormData() {
        return formIsRead ? super.getFormData() : own.getFormData();
    }

    @Override
    public Mono<MultiValueMap<String, Part>> getMultipartData() {
        return own.getMultipartData();
    }

    @Override
    public Mono<Void> cleanupMultipart() {
        return own.cleanupMultipart();
    }

    @Override
    public boolean isNotModified() {
        return own.isNotModified();
    }

    @Override
    public boolean checkNotModified(Instant lastModified) {
        return own.checkNotModified(lastModified);
    }

    @Override
    public boolean checkNotModified(String etag) {
        return own.checkNotModified(etag);
    }

    @Override
    public boolean checkNotModified(@Nullable String etag, Instant lastModified) {
        return own.checkNotModified(etag, lastModified);
    }
}
