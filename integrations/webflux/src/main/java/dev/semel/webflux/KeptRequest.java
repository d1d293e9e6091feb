// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.BodyBuffer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.core.publisher.Flux;

/** The request as the handler sees it: its body was taken before, and is read again as often as one likes (T12). */
final class KeptRequest extends ServerHttpRequestDecorator {

    private final Flux<DataBuffer> body;

    KeptRequest(ServerHttpRequest request, BodyBuffer body, DataBufferFactory buffers) {
        super(request);
        this.body = Bodies.stream(body, buffers);
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return body;
    }
}
