// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/** Sends whole answers to a client, if it is still there. */
final class Reply {

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private Reply() {}

    static void send(HttpServerResponse response, HttpAnswer answer) {
        if (response.ended() || response.closed()) {
            return;
        }
        head(response, answer.status(), answer.headers());
        if (answer.status() == NO_CONTENT || answer.status() == NOT_MODIFIED) {
            response.end();
        } else {
            response.end(Buffer.buffer(answer.toBytes()));
        }
    }

    static void head(HttpServerResponse response, int status, Headers headers) {
        response.setStatusCode(status);
        for (Header header : headers) {
            response.headers().add(header.name(), header.value());
        }
    }
}
