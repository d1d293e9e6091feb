// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.Header;
import dev.semel.http.Headers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The response as the handler sees it, with status, headers and commitment of its own: nothing reaches the server's response
 * before the handler has ended and that is recorded, unless the answer becomes too large to be kept. Headers that filters in
 * front have set on the server's response stay there, for replays as well.
 */
final class KeptResponse extends AbstractServerHttpResponse {

    private static final int OK = 200;

    private final ServerHttpResponse front;
    private final Capture capture;

    KeptResponse(ServerHttpResponse front, Capture capture) {
        super(front.bufferFactory());
        this.front = front;
        this.capture = capture;
    }

    int status() {
        @Nullable HttpStatusCode status = getStatusCode();
        return status == null ? OK : status.value();
    }

    /** How long the handler says that its answer is; negative where it does not. */
    long contentLength() {
        return getHeaders().getContentLength();
    }

    /** All that the handler has set, but for the framing, which is the server's. */
    Headers headers() {
        List<Header> lines = new ArrayList<>();
        getHeaders().forEach((name, values) -> {
            if (!isFraming(name)) {
                values.forEach(value -> lines.add(new Header(name, value)));
            }
        });
        for (List<ResponseCookie> cookies : getCookies().values()) {
            cookies.forEach(cookie -> lines.add(new Header("Set-Cookie", cookie.toString())));
        }
        return Headers.of(lines);
    }

    private static boolean isFraming(String name) {
        return name.equalsIgnoreCase("Content-Length")
                || name.equalsIgnoreCase("Transfer-Encoding")
                || name.equalsIgnoreCase("Connection");
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> body) {
        return capture.take(Flux.from(body), this, false);
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        return capture.take(Flux.from(body).concatMap(piece -> piece), this, true);
    }

    /** Nothing is applied anywhere before it is known what may be sent. */
    @Override
    protected void applyStatusCode() {}

    @Override
    protected void applyHeaders() {}

    @Override
    protected void applyCookies() {}

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // As Spring declares it.
    public <T> T getNativeResponse() {
        return ServerHttpResponseDecorator.getNativeResponse(front);
    }
}
