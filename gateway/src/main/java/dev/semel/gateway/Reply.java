// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;

/** Sends whole answers to a client, if it is still there. */
final class Reply {

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final Future<Void> NOBODY = Future.succeededFuture();

    private Reply() {}

    /** Complete when the client has taken it, or has gone. */
    static Future<Void> send(HttpServerResponse response, HttpAnswer answer) {
        if (response.ended() || response.closed()) {
            return NOBODY;
        }
        head(response, answer.status(), answer.headers());
        return answer.status() == NO_CONTENT || answer.status() == NOT_MODIFIED
                ? response.end()
                : response.end(Pieces.of(answer.body()));
    }

    static void head(HttpServerResponse response, int status, Headers headers) {
        response.setStatusCode(status);
        for (Header header : headers) {
            response.headers().add(header.name(), header.value());
        }
    }
}
