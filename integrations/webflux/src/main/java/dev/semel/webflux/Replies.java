// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** Writes whole answers to the server's response. */
final class Replies {

    /** What several parties add to, each for itself: filters in front as well as the handler. */
    private static final List<String> SHARED = List.of("Vary", "Set-Cookie", "Link", "Access-Control-Expose-Headers");

    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int NOT_MODIFIED = 304;

    private Replies() {}

    static Mono<Void> send(ServerHttpResponse response, HttpAnswer answer) {
        return Mono.defer(() -> {
            begin(response, answer.status(), answer.headers());
            if (answer.status() == NO_CONTENT || answer.status() == NOT_MODIFIED) {
                return response.setComplete();
            }
            // Has none, as it is saved, whatever the handler wrote (RFC 9110, 15.3.6).
            int size = answer.status() == RESET_CONTENT ? 0 : answer.size();
            response.getHeaders().setContentLength(size);
            return size == 0
                    ? response.setComplete()
                    : response.writeWith(
                            Mono.fromSupplier(() -> response.bufferFactory().wrap(answer.body())));
        });
    }

    /** Sets status and headers; those that a filter in front has set give way to the answer's, unless they are shared. */
    static void begin(ServerHttpResponse response, int status, Headers headers) {
        response.setStatusCode(HttpStatusCode.valueOf(status));
        HttpHeaders set = response.getHeaders();
        List<Header> lines = headers.lines();
        for (int i = 0; i < lines.size(); i++) {
            Header line = lines.get(i);
            if (isShared(line) || comesBefore(lines, i)) {
                set.add(line.name(), line.value());
            } else {
                set.set(line.name(), line.value());
            }
        }
    }

    private static boolean comesBefore(List<Header> lines, int index) {
        String name = lines.get(index).name();
        return lines.subList(0, index).stream().anyMatch(line -> line.is(name));
    }

    private static boolean isShared(Header line) {
        return SHARED.stream().anyMatch(line::is);
    }
}
