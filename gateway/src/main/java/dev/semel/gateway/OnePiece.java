// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts what is small and leaves together into one buffer: the head and the body of a message come as two, and the system's
 * call for several buffers costs more than a copy. What was flushed leaves at the end of the event loop's {@linkplain Round
 * round}. One for each connection, and used on its event loop.
 */
final class OnePiece extends ChannelDuplexHandler {

    /** A copy of more costs more than it saves. */
    private static final int LARGEST = 8 << 10;

    private final List<ChannelPromise> told = new ArrayList<>(2);
    private @Nullable ByteBuf gathered;
    private boolean isOurs;
    private boolean flushes;
    private Runnable leaving = () -> {};

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        leaving = () -> leave(context);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is told.
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!(message instanceof ByteBuf bytes) || bytes.readableBytes() > LARGEST) {
            release(context);
            context.write(message, promise);
            return;
        }
        if (gathered != null && gathered.readableBytes() + bytes.readableBytes() > LARGEST) {
            release(context);
        }
        gather(context, bytes);
        told.add(promise);
    }

    private void gather(ChannelHandlerContext context, ByteBuf bytes) {
        if (gathered != null) {
            try {
                gathered = together(context, gathered, bytes);
                return;
            } catch (OutOfMemoryError e) {
                // Then as two: a head without its body would leave the connection in pieces.
                release(context);
            }
        }
        gathered = bytes;
    }

    private ByteBuf together(ChannelHandlerContext context, ByteBuf first, ByteBuf second) {
        ByteBuf both = first;
        if (!isOurs) {
            both = context.alloc().directBuffer(first.readableBytes() + second.readableBytes());
            both.writeBytes(first);
            first.release();
            isOurs = true;
        }
        both.writeBytes(second);
        second.release();
        return both;
    }

    /** Lets go what was gathered. */
    @SuppressWarnings("FutureReturnValueIgnored") // Those who wait for it are told.
    private void release(ChannelHandlerContext context) {
        ByteBuf bytes = gathered;
        if (bytes == null) {
            return;
        }
        gathered = null;
        isOurs = false;
        if (told.size() == 1) {
            context.write(bytes, told.remove(0));
            return;
        }
        ChannelPromise[] all = told.toArray(ChannelPromise[]::new);
        told.clear();
        context.write(bytes).addListener(written -> {
            for (ChannelPromise one : all) {
                if (written.isSuccess()) {
                    one.trySuccess();
                } else {
                    one.tryFailure(written.cause());
                }
            }
        });
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        if (!flushes) {
            flushes = true;
            Round.current().atItsEnd(leaving, context.executor());
        }
    }

    /**
     * What answers what was just read leaves before anything else is looked at: the end of the connection may be there as
     * well, and would close it before the round ends, and not by way of the handlers.
     */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.fireChannelReadComplete();
        leave(context);
    }

    /** What was flushed leaves now. */
    private void leave(ChannelHandlerContext context) {
        if (flushes) {
            flushes = false;
            release(context);
            context.flush();
        }
    }

    @Override
    public void disconnect(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
        leave(context);
        release(context);
        super.disconnect(context, promise);
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
        leave(context);
        release(context);
        super.close(context, promise);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        leave(context);
        release(context);
        ReferenceCountUtil.release(gathered);
    }
}
