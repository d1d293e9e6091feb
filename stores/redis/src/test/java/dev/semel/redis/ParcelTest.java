// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandEncoder;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Commands that an event loop sends")
@SuppressWarnings("FutureReturnValueIgnored") // An embedded channel has done what it was told when it returns.
class ParcelTest {

    private final Socket socket = new Socket();
    private final EmbeddedChannel connection = new EmbeddedChannel(socket, new Parcel());

    @AfterEach
    void close() {
        connection.finishAndReleaseAll();
    }

    @Test
    @DisplayName("leave in one piece and in their order, when it has nothing more to send")
    void together() {
        ChannelFuture first = send(echo("a"));
        ChannelFuture more = send(List.of(echo("b"), echo("c")));
        assertThat(socket.flushes).as("there may be more").isZero();
        assertThat(first.isDone()).isFalse();

        connection.runPendingTasks();

        assertThat(sent()).isEqualTo("a b c");
        assertThat(sent()).as("one piece").isNull();
        assertThat(socket.flushes).isEqualTo(1);
        assertThat(first.isSuccess() && more.isSuccess()).isTrue();
    }

    @Test
    @DisplayName("leave also when there is one, and then another one later")
    void alone() {
        for (String each : List.of("a", "b")) {
            send(echo(each));
            connection.runPendingTasks();
            assertThat(sent()).isEqualTo(each);
        }
    }

    @Test
    @DisplayName("leave before anything else that is written after them")
    void inOrder() {
        connection.pipeline().write(echo("a"));
        send(connection.alloc().buffer().writeBytes("raw".getBytes(StandardCharsets.US_ASCII)));
        connection.runPendingTasks();

        assertThat(sent()).isEqualTo("a");
        assertThat(sent()).isEqualTo("raw");
    }

    @Test
    @DisplayName("do not wait when they are many")
    void many() {
        String large = "x".repeat(40_000);
        send(echo(large));
        assertThat(socket.flushes).isZero();

        send(echo(large));

        assertThat(socket.flushes).isPositive();
        assertThat(sent()).isEqualTo(large + " " + large);
        connection.runPendingTasks();
        assertThat(sent()).as("and only once").isNull();
    }

    @Test
    @DisplayName("all fail when they cannot be sent")
    void failure() {
        socket.failure = new IOException("broken pipe");
        ChannelFuture first = send(echo("a"));
        ChannelFuture second = send(echo("b"));

        connection.runPendingTasks();

        assertThat(List.of(first.cause(), second.cause())).containsOnly(socket.failure);
    }

    @Test
    @DisplayName("all fail when their connection ends before they have left")
    void cutOff() {
        ChannelFuture waiting = send(echo("a"));

        connection.close();
        connection.runPendingTasks();
        ChannelFuture late = send(echo("b"));
        connection.runPendingTasks();

        assertThat(waiting.isDone()).isTrue();
        assertThat(late.cause()).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    @DisplayName("end their connection when one of them cannot be written, and nothing of it leaves")
    void unwritable() {
        send(echo("a"));
        ChannelFuture broken = send(new Command<>(CommandType.ECHO, output()) {
            @Override
            public void encode(ByteBuf out) {
                out.writeBytes("*2\r\nhal".getBytes(StandardCharsets.US_ASCII));
                throw new IllegalStateException("nobody can write this");
            }
        });
        connection.runPendingTasks();

        assertThat(broken.cause()).isInstanceOf(EncoderException.class);
        assertThat(connection.isOpen()).isFalse();
        String left = sent();
        assertThat(left == null || left.equals("a")).isTrue();
    }

    @Test
    @DisplayName("are put together in the place of the driver's own encoder, on a real connection")
    void inPlace() {
        Netty netty = new Netty(Duration.ofMinutes(1));
        List<ChannelPipeline> seen = new CopyOnWriteArrayList<>();
        ClientResources resources = ClientResources.builder()
                .nettyCustomizer(new NettyCustomizer() {
                    @Override
                    public void afterChannelInitialized(Channel channel) {
                        netty.afterChannelInitialized(channel);
                        seen.add(channel.pipeline());
                    }
                })
                .build();
        try (RedisProcess server = RedisProcess.start();
                RedisClient client = RedisClient.create(resources, server.uri())) {
            assertThat(client.connect().sync().ping()).isEqualTo("PONG");
            assertThat(seen).hasSize(1);
            assertThat(seen.get(0).get(Parcel.class)).isNotNull();
            assertThat(seen.get(0).get(CommandEncoder.class)).isNull();
        } finally {
            Lettuce.shutDown(resources);
        }
    }

    /** By the pipeline: the embedded channel itself does everything that waits after each call. */
    private ChannelFuture send(Object message) {
        return connection.pipeline().writeAndFlush(message);
    }

    /** What has arrived next; null when there is nothing. */
    private String sent() {
        ByteBuf piece = connection.readOutbound();
        if (piece == null) {
            return null;
        }
        String text = piece.toString(StandardCharsets.US_ASCII);
        piece.release();
        return text.replaceAll("\\*2\r\n\\$4\r\nECHO\r\n\\$\\d+\r\n", " ")
                .replace("\r\n", "")
                .strip();
    }

    private static Command<String, String, String> echo(String text) {
        return new Command<>(CommandType.ECHO, output(), new CommandArgs<>(StringCodec.ASCII).add(text));
    }

    private static StatusOutput<String, String> output() {
        return new StatusOutput<>(StringCodec.ASCII);
    }

    /** What stands between the commands and the network. */
    private static final class Socket extends ChannelOutboundHandlerAdapter {

        private int flushes;
        private IOException failure;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (failure == null) {
                context.write(message, promise);
            } else {
                ((ByteBuf) message).release();
                promise.setFailure(failure);
            }
        }

        @Override
        public void flush(ChannelHandlerContext context) {
            flushes++;
            context.flush();
        }
    }
}
