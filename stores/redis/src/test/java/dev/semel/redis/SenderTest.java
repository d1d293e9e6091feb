// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
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
    @DisplayName("R29: that takes too long is given up in time, and keeps its place until the server has answered")
    void late() {
        Sender sender = sender(1, AT_ONCE, LATER);
        send(sender, sent::add);
        look();
        assertThat(told).hasSize(1).first().asString().contains("did not answer in time");
        send(sender, sent::add);
        assertThat(told).as("one too many").hasSize(2);
        assertThat(told.get(1)).contains("does not keep up");

        sent.element().complete();
        send(sender, sent::add);

        assertThat(told).as("a late answer is not told").hasSize(2);
        assertThat(sent).as("there is room again").hasSize(2);
    }

    @Test
    @DisplayName("R29: that the driver loses without a word is given up in time, and makes room after a while")
    void lost() {
        Sender sender = sender(1, AT_ONCE, AT_ONCE);
        send(sender, sent::add);
        look();
        assertThat(told).hasSize(1);

        look();
        send(sender, sent::add);

        assertThat(told).hasSize(1);
        assertThat(sent).as("the lost one, and the one after it").hasSize(2);
    }

    @Test
    @DisplayName("has no effect any more when it was given up, however late it is written or redirected")
    void inVain() {
        Sender sender = sender(1, AT_ONCE, LATER);
        send(sender, sent::add);
        assertThat(written()).contains("GETRANGE");

        look();

        assertThat(written()).isEqualTo("*1\r\n$4\r\nPING\r\n");
    }

    @Test
    @DisplayName("is not remembered when it is over, also behind one that is not")
    void letGo() {
        Sender sender = sender(10, LATER, LATER);
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
        Sender sender = sender(1, LATER, LATER);
        send(sender, sent::add);

        sender.close();

        assertThat(told).hasSize(1).first().asString().contains("closed");
    }

    @Test
    @DisplayName("that cannot be sent, is cut off or refused, says so, and makes room")
    void failures() {
        Sender sender = sender(1, LATER, LATER);
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

    private void send(Sender sender, Outlet driver) {
        sender.send(driver, REQUEST, (answer, failure) -> told.add(String.valueOf(failure)));
    }

    private String written() {
        ByteBuf buffer = Unpooled.buffer();
        sent.element().encode(buffer);
        return buffer.toString(StandardCharsets.US_ASCII);
    }

    private void look() {
        looks.remove().run();
    }

    private Sender sender(int most, Duration limit, Duration lost) {
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
        return new Sender(most, limit, lost, timer, new Netty(LATER));
    }
}
