// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is written to a connection")
@SuppressWarnings("FutureReturnValueIgnored") // An embedded channel has done it when the call returns.
class OnePieceTest {

    private static final int LARGE = 100_000;

    private final EmbeddedChannel channel = new EmbeddedChannel(new OnePiece());

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    private List<String> sent() {
        List<String> all = new ArrayList<>();
        for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            all.add(text(next));
            next.release();
        }
        return all;
    }

    @Test
    @DisplayName("leaves as one buffer where it is small and leaves together, and whoever wrote a part of it is told")
    void together() {
        ByteBuf head = bytes("head ");
        ByteBuf body = bytes("body");
        ChannelFuture first = channel.write(head);
        ChannelFuture second = channel.write(body);
        assertThat(sent()).isEmpty();

        channel.flush();

        assertThat(sent()).containsExactly("head body");
        assertThat(first.isSuccess()).isTrue();
        assertThat(second.isSuccess()).isTrue();
        assertThat(head.refCnt() + body.refCnt()).isZero();
    }

    @Test
    @DisplayName("keeps its order, and what is large is not copied")
    void order() {
        ByteBuf large = bytes("x".repeat(LARGE));
        channel.write(bytes("a"));
        channel.write(large);
        channel.write(bytes("b"));
        channel.write("a message that is no bytes");
        channel.write(bytes("c"));
        channel.flush();

        List<Object> sent = new ArrayList<>(channel.outboundMessages());
        assertThat(sent).hasSize(5);
        assertThat(sent.get(1)).isSameAs(large);
        assertThat(sent.get(3)).isEqualTo("a message that is no bytes");
        assertThat(List.of(text(sent.get(0)), text(sent.get(2)), text(sent.get(4))))
                .containsExactly("a", "b", "c");
    }

    private static String text(Object bytes) {
        return ((ByteBuf) bytes).toString(StandardCharsets.US_ASCII);
    }

    @Test
    @DisplayName("is gathered up to a limit, and then leaves in several")
    void much() {
        String half = "y".repeat(5_000);
        for (int i = 0; i < 5; i++) {
            channel.write(bytes(half));
        }
        channel.flush();

        assertThat(String.join("", sent())).isEqualTo(half.repeat(5));
    }

    @Test
    @DisplayName("is not forgotten where nobody flushes before the end: who wrote it hears that it did not leave")
    void closed() {
        ByteBuf head = bytes("head");
        ChannelFuture first = channel.write(head);
        ChannelFuture second = channel.write(bytes("body"));
        channel.close();

        assertThat(first.isDone()).isTrue();
        assertThat(first.cause()).isInstanceOfAny(ClosedChannelException.class, IOException.class);
        assertThat(second.isDone()).isTrue();
        assertThat(head.refCnt()).isZero();
    }

    @Test
    @DisplayName("and flushed leaves when all connections have been read, and before the connection is closed")
    void atTheEndOfTheRound() {
        channel.pipeline().writeAndFlush(bytes("first"));
        assertThat(sent()).isEmpty();
        channel.runPendingTasks();
        assertThat(sent()).containsExactly("first");

        ChannelFuture last = channel.pipeline().writeAndFlush(bytes("last"));
        channel.pipeline().close();

        assertThat(sent()).containsExactly("last");
        assertThat(last.isSuccess()).isTrue();
    }

    @Test
    @DisplayName("as the answer to what was just read leaves when that is read, and not later")
    void answersAtOnce() {
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelReadComplete(ChannelHandlerContext context) {
                context.writeAndFlush(bytes("answer"));
            }
        });

        channel.pipeline().fireChannelReadComplete();

        assertThat(sent()).containsExactly("answer");
    }
}
