// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What an event loop asks of Redis")
class OutboxTest {

    private static final Request<byte[]> REQUEST = Request.byteAt(new byte[] {'k'}, 0);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Sender sender =
            new Sender(3, Duration.ofHours(1), Duration.ofHours(1), timer, new Netty(Duration.ofHours(1)));
    private final List<Integer> dispatched = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private @Nullable RuntimeException refusal;
    private final Outbox outbox = new Outbox(channel.eventLoop(), connection());

    @AfterEach
    void close() {
        timer.shutdownNow();
        channel.finishAndReleaseAll();
    }

    @Test
    @DisplayName("goes to the driver together, when the loop has nothing more to ask")
    void together() {
        ask();
        ask();
        assertThat(dispatched).as("there may be more").isEmpty();

        channel.runPendingTasks();
        ask();
        channel.runPendingTasks();
        channel.runPendingTasks();

        assertThat(dispatched).containsExactly(2, 1);
    }

    @Test
    @DisplayName("R29: that the driver refuses, each of those who wait is told, and there is room again")
    void refused() {
        refusal = new RedisException("not now");
        ask();
        ask();

        channel.runPendingTasks();

        assertThat(told).hasSize(2).allMatch(failure -> failure.contains("not now"));
        refusal = null;
        ask();
        ask();
        ask();
        channel.runPendingTasks();
        assertThat(dispatched).containsExactly(3);
        assertThat(told).hasSize(2);
    }

    private void ask() {
        sender.send(outbox, REQUEST, (answer, failure) -> told.add(String.valueOf(failure)));
    }

    @SuppressWarnings("unchecked")
    private StatefulConnection<byte[], byte[]> connection() {
        return (StatefulConnection<byte[], byte[]>) Proxy.newProxyInstance(
                OutboxTest.class.getClassLoader(),
                new Class<?>[] {StatefulConnection.class},
                (proxy, method, arguments) -> {
                    if (refusal != null) {
                        throw refusal;
                    }
                    dispatched.add(((Collection<?>) arguments[0]).size());
                    return arguments[0];
                });
    }
}
