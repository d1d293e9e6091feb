// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.BodyBuffer;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import java.io.InputStream;

/** Sends a body that was taken before, as fast as the upstream takes it. */
final class BodySender {

    private static final int PIECE = 64 << 10;

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
            pump(body.open());
        }
    }

    /** From a disk, which is not for an event loop. */
    private void pump(InputStream body) {
        context.owner()
                .executeBlocking(() -> body.readNBytes(PIECE))
                .onSuccess(piece -> {
                    if (piece.length == 0) {
                        request.end();
                    } else {
                        request.write(Buffer.buffer(piece)).onSuccess(written -> pump(body));
                    }
                })
                // The upstream has answered before it had all, and the body is gone; or the disk failed.
                .onFailure(failure -> request.reset());
    }
}
