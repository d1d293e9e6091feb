// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an upstream's answer says of its connection alone, read more carefully than by Vert.x: how its body ends, and how long the
 * connection may be used. One for each connection, and used on its event loop.
 */
final class Hop extends ChannelDuplexHandler {

    /** The other side counts from when it sent, and closes while the next request is on its way. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private static final String KEEP_ALIVE = "Keep-Alive";
    private static final Pattern TIMEOUT = Pattern.compile("(?i)\\btimeout *= *\"?(\\d{1,9})");
    private static final int FIRST_STATUS = 100;
    private static final int FIRST_ANSWER = 200;
    private static final int LAST_STATUS = 999;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final Duration keepAlive;
    private @Nullable HttpHeaders answered;
    private long unsent;
    private boolean endsWithConnection;
    private boolean saidGoodbye;
    private boolean broken;

    private Hop(Duration keepAlive) {
        this.keepAlive = keepAlive;
    }

    /** In front of Vert.x' own reader of a connection to an upstream, which is kept so long without a request. */
    static void readOn(HttpConnection connection, Duration keepAlive) {
        ConnectionBase known = (ConnectionBase) connection;
        known.channel().pipeline().addBefore(known.channelHandlerContext().name(), null, new Hop(keepAlive));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is told.
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpRequest head) {
            unsent = HttpUtil.getContentLength(head, Long.MAX_VALUE);
        }
        if (message instanceof LastHttpContent) {
            unsent = 0;
        } else if (message instanceof HttpContent piece) {
            // With its last byte the upstream has all of it, whatever still marks its end here.
            unsent -= piece.content().readableBytes();
        }
        context.write(message, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Optional<String> defect = broken ? Optional.of("") : defect(context, message);
        if (defect.isEmpty()) {
            HttpHeaders early = unsent > 0 && message instanceof LastHttpContent ? answered : null;
            pass(context, message, early);
            return;
        }
        ReferenceCountUtil.release(message);
        if (!broken) {
            broken = true;
            context.fireExceptionCaught(new UnreadableAnswer(defect.get()));
        }
    }

    /** With the headers of an answer that is whole before its request is, where this is its end: the connection ends, too. */
    @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for its end.
    private static void pass(ChannelHandlerContext context, Object message, @Nullable HttpHeaders early) {
        if (early == null) {
            context.fireChannelRead(message);
            return;
        }
        // Else Vert.x would let the next request wait behind a body of which no more is sent, and would not end the
        // connection before the upstream has taken what has been sent.
        close(early);
        context.fireChannelRead(message);
        context.close();
    }

    private Optional<String> defect(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpObject part && part.decoderResult().isFailure()) {
            return Optional.of(defect(part.decoderResult().cause()));
        }
        if (message instanceof HttpResponse head) {
            return defect(head);
        }
        return message instanceof LastHttpContent && isCutOff(context)
                ? Optional.of("it ends with its connection, and that broke off without the end that TLS has")
                : Optional.empty();
    }

    private static String defect(Throwable cause) {
        boolean isLarge = cause instanceof TooLongHttpHeaderException || cause instanceof TooLongHttpLineException;
        return isLarge ? "its head is larger than " + (Pools.ANSWER_HEAD >> 10) + " KiB" : "it is malformed";
    }

    private Optional<String> defect(HttpResponse head) {
        int status = head.status().code();
        if (status < FIRST_STATUS || status > LAST_STATUS) {
            return Optional.of("its status has not three digits");
        }
        if (status < FIRST_ANSWER) {
            answered = null;
            return Optional.empty();
        }
        List<String> encodings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (!encodings.isEmpty() && !isKnown(encodings)) {
            return Optional.of("it has a Transfer-Encoding that nobody asked for; only \"chunked\" is taken");
        }
        endsWithConnection = !HttpUtil.isContentLengthSet(head)
                && !HttpUtil.isTransferEncodingChunked(head)
                && status != NO_CONTENT
                && status != NOT_MODIFIED;
        answered = head.headers();
        persistence(head.headers(), status);
        return Optional.empty();
    }

    /** Others change the body, and who asks without TE must not get them (RFC 9112, section 7.4); identity has changed nothing. */
    private static boolean isKnown(List<String> encodings) {
        String only = encodings.get(0).strip();
        return encodings.size() == 1 && (only.equalsIgnoreCase("chunked") || only.equalsIgnoreCase("identity"));
    }

    /** Anybody between could have cut it: only close_notify says that it is whole (RFC 9112, section 9.8). */
    private boolean isCutOff(ChannelHandlerContext context) {
        return endsWithConnection
                && !saidGoodbye
                && !context.channel().isActive()
                && context.pipeline().get(SslHandler.class) != null;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslCloseCompletionEvent end && end.isSuccess()) {
            saidGoodbye = true;
        }
        context.fireUserEventTriggered(event);
    }

    /** What Vert.x makes of it: it looks at the first line of Connection, and at a time in Keep-Alive whatever it is. */
    private void persistence(HttpHeaders headers, int status) {
        Optional<Duration> told = told(headers).map(time -> time.minus(MARGIN));
        headers.remove(KEEP_ALIVE);
        boolean closes = headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
        if (closes
                || hasLeftovers(headers, status)
                || told.filter(time -> time.toSeconds() < 1).isPresent()) {
            close(headers);
        } else {
            told.filter(time -> time.compareTo(keepAlive) < 0)
                    .ifPresent(time -> headers.set(KEEP_ALIVE, "timeout=" + time.toSeconds()));
        }
    }

    /** The connection ends with the answer that has these headers. */
    private static void close(HttpHeaders headers) {
        List<String> options = new ArrayList<>(List.of(HttpHeaderValues.CLOSE.toString()));
        // They name headers that must not travel on.
        options.addAll(headers.getAll(HttpHeaderNames.CONNECTION));
        headers.set(HttpHeaderNames.CONNECTION, options);
    }

    /** How long the upstream says that it keeps the connection. */
    private static Optional<Duration> told(HttpHeaders headers) {
        String text = headers.get(KEEP_ALIVE);
        if (text == null) {
            return Optional.empty();
        }
        Matcher time = TIMEOUT.matcher(text);
        return time.find() ? Optional.of(Duration.ofSeconds(Long.parseLong(time.group(1)))) : Optional.empty();
    }

    /** It has no content, whatever its head says: what comes all the same would be taken for the next answer. */
    private static boolean hasLeftovers(HttpHeaders headers, int status) {
        return status == NO_CONTENT
                && (headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                        || !"0".equals(headers.get(HttpHeaderNames.CONTENT_LENGTH, "0")));
    }
}
