// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.RequestHead;
import dev.semel.opentelemetry.SemelTracing;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A client's request, as the neutral module sees one. */
final class ArrivedHead implements RequestHead {

    /** The attribute that is the connection's TLS session. */
    static final String TLS_SESSION = "tls-session";

    /** What each protected request is asked for: a plain text would be hashed anew each time. */
    private static final Map<String, CharSequence> USUAL = Map.of(
            "Idempotency-Key", HttpHeaders.createOptimized("Idempotency-Key"),
            "Content-Type", HttpHeaders.CONTENT_TYPE,
            "Content-Length", HttpHeaders.CONTENT_LENGTH,
            "Content-Digest", HttpHeaders.createOptimized("Content-Digest"),
            "Expect", HttpHeaders.EXPECT);

    private final HttpServerRequest request;

    ArrivedHead(HttpServerRequest request) {
        this.request = request;
    }

    @Override
    public String method() {
        return request.method().name();
    }

    @Override
    public String path() {
        return Optional.ofNullable(request.path()).orElse("");
    }

    @Override
    public String query() {
        return Optional.ofNullable(request.query()).orElse("");
    }

    @Override
    public List<String> header(String name) {
        return request.headers().getAll(USUAL.getOrDefault(name, name));
    }

    @Override
    public Optional<Object> attribute(String name) {
        if (name.equals(SemelTracing.PARENT)) {
            return Optional.ofNullable(Tally.traceOf(request)).map(RequestTrace::context);
        }
        return name.equals(TLS_SESSION) ? Optional.ofNullable(request.sslSession()) : Optional.empty();
    }
}
