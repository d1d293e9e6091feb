// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.HttpAnswer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/** Refuses a request of which more may come than is worth reading. Used on its event loop. */
final class Refusal {

    /** RFC 9113, section 8.1: the answer is whole, and the rest of the request is not wanted. */
    static final long NO_ERROR = 0;

    private Refusal() {}

    /** Whether a request says itself that its body is larger. */
    static boolean announcesMore(HttpServerRequest request, long limit) {
        String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
        try {
            return length != null && Long.parseLong(length) > limit;
        } catch (NumberFormatException e) {
            // More digits than anybody has bytes.
            return true;
        }
    }

    /** The connection ends with it: what is still to come of the request is not worth reading. Over HTTP/2 it has other requests. */
    static void send(HttpServerRequest request, HttpAnswer answer) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        boolean whole = request.version() == HttpVersion.HTTP_2 || request.isEnded() || !hasBody(request);
        if (!whole) {
            response.putHeader(HttpHeaders.CONNECTION, "close");
            response.endHandler(sent -> Malformed.linger(request));
        }
        request.resume();
        Reply.send(response, answer);
    }

    /** Whether its head announces a body; over HTTP/2 one can come all the same. */
    static boolean hasBody(HttpServerRequest request) {
        String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
        return (length != null && AnnouncedLength.of(length) != 0)
                || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }
}
