// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.EncoderException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts commands together, as long as the event loop finds more of them to send, and sends them in one piece: a write to the
 * socket costs several times as much as a command, on both sides. One for each connection, in the place of the driver's own
 * encoder, and used on its event loop.
 */
final class Parcel extends ChannelDuplexHandler {

    /** More leaves at once, in a buffer of its own. */
    private static final int LARGEST = 64 << 10;

    private static final int SMALLEST = 512;

    private final List<ChannelPromise> told = new ArrayList<>();
    private @Nullable ByteBuf packed;
    private int usual = SMALLEST;
    private boolean scheduled;
    private Runnable leaving = () -> {};

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        leaving = () -> leave(context);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is told.
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof RedisCommand<?, ?, ?> command) {
            pack(context, List.of(command), promise);
        } else if (message instanceof Collection<?> several) {
            pack(context, several, promise);
        } else {
            release(context);
            context.write(message, promise);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The connection ends; nobody waits for that.
    private void pack(ChannelHandlerContext context, Collection<?> several, ChannelPromise promise) {
        ByteBuf out = packed;
        if (out == null) {
            out = context.alloc().directBuffer(usual);
            packed = out;
        }
        int end = out.writerIndex();
        try {
            for (Object command : several) {
                ((RedisCommand<?, ?, ?>) command).encode(out);
            }
            told.add(promise);
        } catch (Throwable e) {
            // Half a command must not leave.
            out.writerIndex(end);
            promise.tryFailure(new EncoderException("a command cannot be written, and its connection ends", e));
            context.close();
        }
        if (out.readableBytes() > LARGEST) {
            leave(context);
        }
    }

    /** Not now: the loop may have more to send before it has done what it knows of. */
    @Override
    public void flush(ChannelHandlerContext context) {
        if (scheduled) {
            return;
        }
        try {
            context.executor().execute(leaving);
            scheduled = true;
        } catch (RuntimeException | Error e) {
            // The loop takes nothing more, or has no memory left.
            leave(context);
        }
    }

    private void leave(ChannelHandlerContext context) {
        scheduled = false;
        release(context);
        context.flush();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Those who wait for it are told.
    private void release(ChannelHandlerContext context) {
        ByteBuf bytes = packed;
        if (bytes == null) {
            return;
        }
        packed = null;
        usual = Math.max(SMALLEST, Math.min(bytes.readableBytes(), LARGEST));
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
    public void disconnect(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
        leave(context);
        super.disconnect(context, promise);
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
        leave(context);
        super.close(context, promise);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        release(context);
        super.channelInactive(context);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        release(context);
    }
}
