// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Forgets what an upstream says before its answer, such as 102 Processing. Vert.x takes every such word that it does not know for the
 * answer itself; the real one would then belong to whoever has the connection next (RFC 9110, section 15.2: a client must be
 * able to read any of them). What it knows is left to it: 100, 101 and 103.
 */
final class Interim extends ChannelInboundHandlerAdapter {

    private static final int CONTINUE = 100;
    private static final int SWITCHING = 101;
    private static final int EARLY_HINTS = 103;
    private static final int FIRST_ANSWER = 200;

    private boolean forgets;

    private Interim() {}

    /** In front of Vert.x' own reader of a connection to an upstream. */
    static void forgottenOn(HttpConnection connection) {
        ConnectionBase known = (ConnectionBase) connection;
        known.channel().pipeline().addBefore(known.channelHandlerContext().name(), null, new Interim());
    }

    /** Whether an answer of this status is one: a guard, for words that come where nobody asked for them. */
    static boolean isAnswer(int status) {
        return status >= FIRST_ANSWER;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpResponse head) {
            forgets = isForgotten(head.status().code());
        }
        if (forgets) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }

    private static boolean isForgotten(int status) {
        boolean isWord = status >= CONTINUE && !isAnswer(status);
        return isWord && status != CONTINUE && status != SWITCHING && status != EARLY_HINTS;
    }
}
