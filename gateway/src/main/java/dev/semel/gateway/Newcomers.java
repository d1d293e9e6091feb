// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Connections that have not said what they want: a first request must be known by its whole head in time. Vert.x shows a
 * connection only then, so that these are watched where they are accepted. Safe for use by several threads.
 */
@Sharable
final class Newcomers extends ChannelInboundHandlerAdapter {

    private static final byte[] TOO_SLOW =
            "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);

    /** So long the answer may take to arrive before the end does. */
    private static final long FAREWELL_MILLIS = 1_000;

    private final Duration patience;
    private final boolean tls;
    private final Map<String, Future<?>> waiting = new ConcurrentHashMap<>();

    Newcomers(Duration patience, boolean tls) {
        this.patience = patience;
        this.tls = tls;
    }

    /** This one has spoken. */
    void known(SocketAddress address) {
        forget(address.hostAddress() + " " + address.port());
    }

    private void forget(String name) {
        Future<?> deadline = waiting.remove(name);
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** On the listening channel: a connection was accepted. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        if (accepted instanceof Channel connection) {
            connection.pipeline().addLast(new OnePiece(), new Clock());
        }
        context.fireChannelRead(accepted);
    }

    /** It hears why, where it can understand it, and nothing that it still says counts. */
    @SuppressWarnings("FutureReturnValueIgnored") // It ends here; nobody is left to be told how that went.
    private void late(ChannelHandlerContext front) {
        Channel connection = front.channel();
        if (tls || !(connection instanceof DuplexChannel talk)) {
            connection.close();
            return;
        }
        connection.pipeline().addFirst(new Deaf());
        front.writeAndFlush(Unpooled.wrappedBuffer(TOO_SLOW)).addListener(said -> talk.shutdownOutput());
        connection.eventLoop().schedule(() -> connection.close(), FAREWELL_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** On the connection, in front of everything else, where neither TLS nor HTTP is spoken yet. */
    private final class Clock extends ChannelInboundHandlerAdapter {

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // A listener is added; there is nothing to wait for.
        public void channelActive(ChannelHandlerContext front) {
            if (front.channel().remoteAddress() instanceof InetSocketAddress address) {
                String name = address.getAddress().getHostAddress() + " " + address.getPort();
                waiting.put(
                        name, front.executor().schedule(() -> late(front), patience.toNanos(), TimeUnit.NANOSECONDS));
                front.channel().closeFuture().addListener(closed -> forget(name));
            }
            front.fireChannelActive();
        }
    }

    /** Hears nothing. */
    private static final class Deaf extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object said) {
            ReferenceCountUtil.release(said);
        }
    }
}
