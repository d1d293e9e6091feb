// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.BodyBuffer;
import io.vertx.core.Context;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Sends a body that was taken before, as fast as the upstream takes it. */
final class BodySender {

    private final HttpClientRequest request;
    private final Context context;

    BodySender(HttpClientRequest request, Context context) {
        this.request = request;
        this.context = context;
    }

    /** How it went is told by the request's response: it fails when not all could be sent. */
    void send(BodyBuffer body) {
        request.headers().set(HttpHeaders.CONTENT_LENGTH, Long.toString(body.size()));
        Optional<ByteBuffer> bytes = body.inMemory();
        if (bytes.isPresent()) {
            request.end(Pieces.of(bytes.get()));
        } else {
            Pieces.of(body, context, request::write)
                    .onSuccess(all -> request.end())
                    // The upstream has answered before it had all, and the body is gone; or the disk failed.
                    .onFailure(failure -> request.reset());
        }
    }
}
