// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.BodyBuffer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.InputStream;
import java.util.function.Function;

/** A body that was taken before, piece by piece: no more of it is in memory than is being sent. */
final class Pieces {

    private static final int SIZE = 64 << 10;

    private final InputStream body;
    private final Context context;
    private final Function<Buffer, Future<Void>> taker;

    private Pieces(InputStream body, Context context, Function<Buffer, Future<Void>> taker) {
        this.body = body;
        this.context = context;
        this.taker = taker;
    }

    /** Gives all pieces to a taker, the next when it has taken one; fails when one cannot be read or taken. */
    static Future<Void> of(BodyBuffer body, Context context, Function<Buffer, Future<Void>> taker) {
        return new Pieces(body.open(), context, taker).next();
    }

    /** From a disk, which is not for an event loop. */
    private Future<Void> next() {
        return context.owner()
                .executeBlocking(() -> body.readNBytes(SIZE))
                .compose(piece -> piece.length == 0
                        ? Future.succeededFuture()
                        : taker.apply(Buffer.buffer(piece)).compose(taken -> next()));
    }
}
