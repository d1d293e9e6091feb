// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HTTP/2 can carry in one field what would be several lines, or two requests, in the HTTP/1.1 that upstreams speak. */
@Tag("http")
@DisplayName("A request over HTTP/2 that would be another one in HTTP/1.1")
@SuppressWarnings("FutureReturnValueIgnored") // How it goes is told by the stream.
class BadHttp2RequestsTest {

    private static final String HIDDEN = "\r\nHost: x\r\n\r\nGET /smuggled HTTP/1.1\r\nX: ";

    private static RecordingUpstream upstream;
    private static Service gateway;
    private static EventLoopGroup group;

    @BeforeAll
    static void open() throws IOException {
        upstream = new RecordingUpstream();
        gateway = Configured.inFrontOf(upstream.uri(), "{type: memory}");
        group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    }

    @AfterAll
    static void close() throws IOException {
        gateway.close();
        upstream.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    @AfterEach
    void forget() {
        upstream.requests().clear();
        upstream.malformed().clear();
    }

    /** What is sent. */
    enum Shape {
        TRANSFER_ENCODING("transfer-encoding", "chunked"),
        TRANSFER_ENCODING_IN_CAPITALS("Transfer-Encoding", "chunked"),
        CONNECTION("connection", "keep-alive"),
        LENGTH_TOO_SHORT("content-length", "2"),
        LENGTH_TOO_LONG("content-length", "200"),
        LENGTH_IS_NO_NUMBER("content-length", "5 5"),
        LINES_IN_A_VALUE("x-lines", "x" + HIDDEN),
        LINE_FEED_IN_A_VALUE("x-lines", "x\nContent-Length: 0"),
        NUL_IN_A_VALUE("x-nul", "x\0y"),
        LINES_IN_A_NAME("x: y" + HIDDEN, "z"),
        COLON_IN_A_NAME("content-length: 0\r\nx", "y"),
        SPACE_IN_A_NAME("transfer-encoding ", "chunked"),
        LINES_IN_THE_PATH(":path", "/bad HTTP/1.1" + HIDDEN),
        FRAGMENT_IN_THE_PATH(":path", "/bad#x"),
        BACKSLASH_IN_THE_PATH(":path", "/bad\\x"),
        SPACE_IN_THE_PATH(":path", "/bad HTTP/1.1 /x"),
        LINES_IN_THE_METHOD(":method", "GET /smuggled HTTP/1.1" + HIDDEN),
        LINES_IN_THE_AUTHORITY(":authority", "x" + HIDDEN),
        NO_PATH(":path", ""),
        UNKNOWN_PSEUDO(":smuggled", "x");

        private final String name;
        private final String value;

        Shape(String name, String value) {
            this.name = name;
            this.value = value;
        }
    }

    private static Http2Headers head() {
        return new DefaultHttp2Headers(false)
                .method("POST")
                .scheme("http")
                .authority("x")
                .path("/bad");
    }

    /** Says it, and what became of it: a status, or that the stream or the connection ended. */
    private static String ask(Http2Headers head, String body) throws Exception {
        Channel connection = new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(Http2FrameCodecBuilder.forClient()
                                        .validateHeaders(false)
                                        .build())
                                .addLast(new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
                    }
                })
                .connect("127.0.0.1", gateway.address().getPort())
                .sync()
                .channel();
        try {
            Fate fate = new Fate();
            Http2StreamChannel stream = new Http2StreamChannelBootstrap(connection)
                    .handler(fate)
                    .open()
                    .get();
            stream.write(new DefaultHttp2HeadersFrame(head, false));
            stream.writeAndFlush(
                    new DefaultHttp2DataFrame(Unpooled.copiedBuffer(body, StandardCharsets.US_ASCII), true));
            return fate.known.get(20, TimeUnit.SECONDS);
        } finally {
            connection.close().sync();
        }
    }

    private static int next() throws IOException {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            return client.say("GET /next HTTP/1.1\r\nHost: x\r\n\r\n").hear().status();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("is refused, and reaches nobody")
    void refused(Shape shape) throws Exception {
        Http2Headers head = head();
        if (shape.name.startsWith(":")) {
            head.set(shape.name, shape.value);
        } else {
            head.add(shape.name, shape.value);
        }

        assertThat(ask(head, "hello")).isIn("400", "reset", "closed");
        assertThat(next()).isEqualTo(200);
        assertThat(upstream.malformed()).isEmpty();
        assertThat(upstream.requests())
                .extracting(RecordingUpstream.Seen::target)
                .containsExactly("/next");
    }

    @Test
    @DisplayName("is told from one that is good")
    void good() throws Exception {
        assertThat(ask(head().add("content-length", "5"), "hello")).isEqualTo("200");
        assertThat(upstream.requests()).extracting(RecordingUpstream.Seen::body).containsExactly("hello");
    }

    /** What becomes of a stream. */
    private static final class Fate extends ChannelInboundHandlerAdapter {

        private final CompletableFuture<String> known = new CompletableFuture<>();

        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            if (frame instanceof Http2HeadersFrame answer) {
                known.complete(String.valueOf(answer.headers().status()));
            } else if (frame instanceof Http2ResetFrame) {
                known.complete("reset");
            }
            ReferenceCountUtil.release(frame);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            channelRead(context, event);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            known.complete("closed");
        }
    }
}
