// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.BodyBuffer;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;

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
        request.headers().set("Content-Length", Long.toString(body.size()));
        if (body.inMemory().isPresent()) {
            byte[] bytes = new byte[(int) body.size()];
            body.inMemory().get().get(bytes);
            request.end(Buffer.buffer(bytes));
        } else {
            Pieces.of(body, context, request::write)
                    .onSuccess(all -> request.end())
                    // The upstream has answered before it had all, and the body is gone; or the disk failed.
                    .onFailure(failure -> request.reset());
        }
    }
}
