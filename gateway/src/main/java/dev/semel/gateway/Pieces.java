// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.BodyBuffer;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.Function;

/** A body that was taken before, piece by piece: no more of it is in memory than is being sent. */
final class Pieces {

    private static final int SIZE = 64 << 10;
    private static final int COPIED = 8 << 10;

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

    /** These bytes, which stay as they are. Small ones are copied: Netty writes what is only to be read in several steps. */
    static Buffer of(ByteBuffer bytes) {
        if (bytes.remaining() > COPIED) {
            return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return BufferInternal.buffer(Unpooled.wrappedBuffer(copy));
    }

    /** The bytes of a piece where they are, which stay as they are: not a copy. */
    static ByteBuffer view(Buffer piece) {
        return ((BufferInternal) piece).getByteBuf().nioBuffer();
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
