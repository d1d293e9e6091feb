// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;

/**
 * Passes a body on while it arrives, as fast as the other side takes it. Where its length is known, the last piece leaves
 * together with the end: one message instead of two for most bodies.
 */
final class Relay {

    private final ReadStream<Buffer> from;
    private final WriteStream<Buffer> to;
    private final long length;
    private long limit = Long.MAX_VALUE;
    private Runnable beyond = () -> {};
    private Runnable waits = () -> {};
    private Runnable drained = () -> {};
    private long passed;
    private boolean ended;

    Relay(ReadStream<Buffer> from, MultiMap headers, WriteStream<Buffer> to) {
        this.from = from;
        this.to = to;
        this.length = AnnouncedLength.of(headers.get("Content-Length"));
    }

    /** Ends with more than that: nothing of what is beyond is passed on, and somebody is told. */
    Relay upTo(long bytes, Runnable then) {
        limit = bytes;
        beyond = then;
        return this;
    }

    /** Says when it waits for the other side, which has the whole body or takes no more of it for now, and when that goes on. */
    Relay waiting(Runnable begins, Runnable ends) {
        waits = begins;
        drained = ends;
        return this;
    }

    /** Begins; who waits for the stream's failure is told. */
    void begin(Runnable broke) {
        from.exceptionHandler(failure -> {
            if (!ended) {
                broke.run();
            }
        });
        from.endHandler(end -> end());
        from.handler(this::pass);
    }

    /** Whether all of it has been passed on. */
    boolean isOver() {
        return ended;
    }

    /** Nobody wants the rest any more: it is read and forgotten. */
    void stop() {
        ended = true;
        from.resume();
    }

    private void pass(Buffer piece) {
        if (ended) {
            return;
        }
        passed += piece.length();
        if (passed > limit) {
            ended = true;
            beyond.run();
            return;
        }
        if (passed == length) {
            ended = true;
            to.end(piece);
            waits.run();
            return;
        }
        to.write(piece);
        if (to.writeQueueFull()) {
            from.pause();
            waits.run();
            to.drainHandler(room -> {
                drained.run();
                from.resume();
            });
        }
    }

    private void end() {
        if (!ended) {
            ended = true;
            to.end();
            waits.run();
        }
    }
}
