// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Gives a connection up on which something was sent and nothing came back for too long. TCP itself would wait for a
 * quarter of an hour when the network drops packets without a word, and everything sent meanwhile would be kept.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // What becomes of a write is its promise's; a closed channel needs no answer.
final class Silence extends ChannelDuplexHandler {

    private final long limit;
    private boolean unanswered;
    private boolean watched;
    private long since;

    Silence(Duration limit) {
        this.limit = limit.toNanos();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!unanswered) {
            unanswered = true;
            since = System.nanoTime();
            watch(context, limit);
        }
        context.write(message, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        unanswered = false;
        context.fireChannelRead(message);
    }

    private void watch(ChannelHandlerContext context, long delay) {
        if (!watched) {
            watched = true;
            context.executor().schedule(() -> look(context), delay, TimeUnit.NANOSECONDS);
        }
    }

    private void look(ChannelHandlerContext context) {
        watched = false;
        long left = since + limit - System.nanoTime();
        if (unanswered && left <= 0) {
            context.close();
        } else if (unanswered) {
            watch(context, left);
        }
    }
}
