// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.protocol.CommandEncoder;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;

/** What every connection of a store has besides Lettuce's own handlers. Safe for use by several threads. */
final class Netty implements NettyCustomizer {

    /** Commands that share a write to the socket at most; fewer when there is nothing more to send. */
    private static final int FLUSHES = 256;

    private final Duration silence;
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    Netty(Duration silence) {
        this.silence = silence;
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
        channels.add(channel);
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addFirst(new Silence(silence));
        ChannelHandlerContext encoder = pipeline.context(CommandEncoder.class);
        if (encoder == null) {
            // A driver that writes in some other way keeps it.
            pipeline.addFirst(new FlushConsolidationHandler(FLUSHES, true));
        } else {
            pipeline.replace(encoder.handler(), null, new Parcel());
        }
    }

    /** Where the server was made a replica, cuts all connections: whoever asks for the master again finds the right one. */
    @SuppressWarnings("FutureReturnValueIgnored") // Whoever is cut off notices by itself.
    void onFailure(Throwable failure) {
        if (Failures.isReadOnly(failure)) {
            channels.close();
        }
    }

    /** Cuts the connections to this server, which is not the master any more. */
    @SuppressWarnings("FutureReturnValueIgnored") // Whoever is cut off notices by itself.
    void leave(String host, String port) {
        channels.close(channel -> channel.remoteAddress() instanceof InetSocketAddress address
                && port.equals(String.valueOf(address.getPort()))
                && (host.equals(address.getHostString()) || host.equals(numbersOf(address))));
    }

    private static String numbersOf(InetSocketAddress address) {
        return address.isUnresolved() ? "" : address.getAddress().getHostAddress();
    }
}
