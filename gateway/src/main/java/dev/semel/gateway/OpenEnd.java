// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/** How a client hears where an answer ends whose length nobody has said. Used on its event loop. */
final class OpenEnd {

    private OpenEnd() {}

    /** By chunks; HTTP/2 needs nothing. In HTTP/1.0 there is only the end of the connection, which the caller has to bring about: true. */
    static boolean isByConnection(HttpServerRequest arrived) {
        HttpServerResponse response = arrived.response();
        if (arrived.version() == HttpVersion.HTTP_1_1) {
            response.setChunked(true);
        }
        if (arrived.version() != HttpVersion.HTTP_1_0) {
            return false;
        }
        // Vert.x agrees to keep the connection where the client wishes that, and says so last of all.
        response.headersEndHandler(last -> response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
        return true;
    }

    /** The answer has been sent: this is its end. */
    static void close(HttpServerRequest arrived) {
        if (arrived.isEnded()) {
            arrived.connection().close();
        } else {
            Malformed.linger(arrived);
        }
    }
}
