// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.opentelemetry.api.common.AttributeKey;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.util.Set;

/**
 * OpenTelemetry's names for what HTTP says, from the stable part of its conventions. Its {@code url.path}, {@code url.query} and
 * {@code url.full} are left out on purpose: a path may have a tenant in it, or a key (R27).
 */
final class HttpWords {

    static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    static final AttributeKey<String> PROTOCOL = AttributeKey.stringKey("network.protocol.version");
    static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
    static final AttributeKey<String> SERVER = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("semel.outcome");
    static final AttributeKey<String> UPSTREAM = AttributeKey.stringKey("semel.upstream");

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");
    private static final String OTHER = "_OTHER";

    private HttpWords() {}

    /** Clients make up others, and each would be a name of its own. */
    static String method(HttpMethod method) {
        return METHODS.contains(method.name()) ? method.name() : OTHER;
    }

    static String name(String method) {
        return method.equals(OTHER) ? "HTTP" : method;
    }

    static String version(HttpVersion version) {
        return switch (version) {
            case HTTP_1_0 -> "1.0";
            case HTTP_1_1 -> "1.1";
            default -> "2";
        };
    }
}
