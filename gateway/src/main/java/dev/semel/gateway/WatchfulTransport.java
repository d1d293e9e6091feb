// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandlerAdapter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ServerChannel;
import io.vertx.core.transport.Transport;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** The best transport of this machine, with somebody at the door. */
final class WatchfulTransport implements Transport {

    private final Transport best;
    private final io.vertx.core.spi.transport.Transport watched;

    WatchfulTransport(Newcomers newcomers) {
        Transport own = Transport.nativeTransport();
        best = own != null && own.available() ? own : Transport.NIO;
        watched = watched(best.implementation(), newcomers);
    }

    /** A proxy, since what is not about listening is passed on whatever it is. */
    private static io.vertx.core.spi.transport.Transport watched(
            io.vertx.core.spi.transport.Transport real, Newcomers newcomers) {
        Class<?> type = io.vertx.core.spi.transport.Transport.class;
        return (io.vertx.core.spi.transport.Transport) Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        Object result = method.invoke(real, arguments);
                        return switch (method.getName()) {
                            case "serverChannelFactory" -> watched((ChannelFactory<?>) result, newcomers);
                            case "channelFactory" -> gathering((ChannelFactory<?>) result);
                            default -> result;
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }

    private static ChannelFactory<ServerChannel> watched(ChannelFactory<?> real, Newcomers newcomers) {
        return () -> {
            ServerChannel listening = (ServerChannel) real.newChannel();
            listening.pipeline().addLast(newcomers);
            return listening;
        };
    }

    private static ChannelFactory<Channel> gathering(ChannelFactory<?> real) {
        return () -> {
            Channel connecting = real.newChannel();
            connecting.pipeline().addLast(new Reserved());
            return connecting;
        };
    }

    /** Keeps a place: Vert.x takes all handlers out of a client's connection before it puts its own in, ours would go, too. */
    private static final class Reserved extends ChannelHandlerAdapter {

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            Channel connection = context.channel();
            if (connection.isOpen()) {
                connection.eventLoop().execute(() -> connection.pipeline().addFirst(new OnePiece()));
            }
        }
    }

    @Override
    public String name() {
        return best.name();
    }

    @Override
    public boolean available() {
        return best.available();
    }

    @Override
    public Throwable unavailabilityCause() {
        return best.unavailabilityCause();
    }

    @Override
    public io.vertx.core.spi.transport.Transport implementation() {
        return watched;
    }
}
