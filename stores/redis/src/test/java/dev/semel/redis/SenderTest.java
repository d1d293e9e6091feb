// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request to Redis")
class SenderTest {

    private static final Duration AT_ONCE = Duration.ofNanos(1);
    private static final Duration LATER = Duration.ofHours(1);
    private static final Request<byte[]> REQUEST = Request.byteAt(new byte[] {'k'}, 0);

    /** What a timer would run by now. */
    private final Deque<Runnable> looks = new ArrayDeque<>();

    private final Deque<Call<?>> sent = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();

    @Test
    @DisplayName("R29: that the driver loses without a word ends in time, and makes room for another one")
    void lost() {
        Sender sender = sender(1, AT_ONCE);
        send(sender, sent::add);
        send(sender, sent::add);
        assertThat(told).as("one too many").hasSize(1).first().asString().contains("does not keep up");

        look();
        send(sender, sent::add);

        assertThat(told).hasSize(2);
        assertThat(told.get(1)).contains("did not answer in time");
        assertThat(sent).as("the lost one, and the one after it").hasSize(2);
    }

    @Test
    @DisplayName("is answered once: what comes after its time is up is not told, and what was not sent by then is not")
    void late() {
        Sender sender = sender(1, AT_ONCE);
        send(sender, sent::add);
        look();

        assertThat(sent.element().isDone())
                .as("the driver sends nothing that is done")
                .isTrue();
        sent.element().complete();
        assertThat(sent.element().completeExceptionally(new RedisException("cut")))
                .isFalse();

        assertThat(told).hasSize(1);
    }

    @Test
    @DisplayName("is not redirected by the driver any more when its time is up")
    void redirected() {
        Sender sender = sender(1, AT_ONCE);
        AtomicReference<Throwable> end = new AtomicReference<>();
        StatefulConnection<byte[], byte[]> cluster = connection(call -> wrapped(call, end));
        sender.send(cluster, REQUEST, (answer, failure) -> told.add(String.valueOf(failure)));

        look();

        assertThat(end.get()).isInstanceOf(StoreUnavailableException.class);
        assertThat(told).hasSize(1);
    }

    @Test
    @DisplayName("is not remembered when it is over, also behind one that is not")
    void letGo() {
        Sender sender = sender(10, LATER);
        send(sender, sent::add);
        for (int i = 0; i < 1_000; i++) {
            send(sender, Call::complete);
        }
        look();
        assertThat(sender.remembered()).as("one is still awaited").isEqualTo(1);
        assertThat(looks).hasSize(1);

        sent.element().complete();
        look();

        assertThat(told).hasSize(1_001).allMatch("null"::equals);
        assertThat(sender.remembered()).isZero();
        assertThat(looks).as("nothing is left to look after").isEmpty();
        send(sender, sent::add);
        assertThat(looks).as("until there is").hasSize(1);
    }

    @Test
    @DisplayName("ends when the store is closed, if the driver has not ended it")
    void closed() {
        Sender sender = sender(1, LATER);
        send(sender, sent::add);

        sender.close();

        assertThat(told).hasSize(1).first().asString().contains("closed");
    }

    @Test
    @DisplayName("that cannot be sent, is cut off or refused, says so, and makes room")
    void failures() {
        Sender sender = sender(1, LATER);
        send(sender, call -> {
            throw new RedisException("closed");
        });
        send(sender, call -> call.completeExceptionally(new RedisException("cut")));
        send(sender, Call::cancel);
        send(sender, call -> {
            call.getOutput().setError("NOSCRIPT No matching script");
            call.complete();
        });

        assertThat(told).hasSize(4);
        assertThat(told.get(0)).contains("closed");
        assertThat(told.get(1)).contains("cut");
        assertThat(told.get(2)).contains("CancellationException");
        assertThat(told.get(3)).contains(RedisNoScriptException.class.getSimpleName());
    }

    @Test
    @DisplayName("R27: whose refusal shows a key does not pass it on")
    void refusal() {
        assertThat(Failures.of(Failures.refused("ERR something about order-4711")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("ERR")
                .hasMessageNotContaining("4711")
                .hasNoCause();
    }

    private void send(Sender sender, Consumer<Call<?>> driver) {
        StatefulConnection<byte[], byte[]> connection = connection(call -> {
            driver.accept((Call<?>) call);
            return call;
        });
        sender.send(connection, REQUEST, (answer, failure) -> told.add(String.valueOf(failure)));
    }

    /** As a cluster's connection does it, to send the command again where it is redirected. */
    private static <T> RedisCommand<?, ?, T> wrapped(RedisCommand<?, ?, T> call, AtomicReference<Throwable> end) {
        return new Redirectable<>(call, end);
    }

    private static final class Redirectable<K, V, T> extends CommandWrapper<K, V, T> {

        private final AtomicReference<Throwable> end;

        Redirectable(RedisCommand<K, V, T> call, AtomicReference<Throwable> end) {
            super(call);
            this.end = end;
        }

        @Override
        public boolean completeExceptionally(Throwable failure) {
            end.set(failure);
            return super.completeExceptionally(failure);
        }
    }

    private void look() {
        looks.remove().run();
    }

    private Sender sender(int most, Duration limit) {
        ScheduledExecutorService timer = (ScheduledExecutorService) Proxy.newProxyInstance(
                SenderTest.class.getClassLoader(),
                new Class<?>[] {ScheduledExecutorService.class},
                (proxy, method, arguments) -> {
                    Runnable task = (Runnable) arguments[0];
                    if (method.getName().equals("schedule")) {
                        looks.add(task);
                    } else {
                        task.run();
                    }
                    return null;
                });
        return new Sender(most, limit, timer, new Netty(LATER));
    }

    @SuppressWarnings("unchecked")
    private static StatefulConnection<byte[], byte[]> connection(UnaryOperator<RedisCommand<?, ?, ?>> driver) {
        return (StatefulConnection<byte[], byte[]>) Proxy.newProxyInstance(
                SenderTest.class.getClassLoader(),
                new Class<?>[] {StatefulConnection.class},
                (proxy, method, arguments) -> driver.apply((Call<?>) arguments[0]));
    }
}
