// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.DefaultEventExecutor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A round of an event loop")
class RoundTest {

    private final DefaultEventExecutor loop = new DefaultEventExecutor();
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly(30, TimeUnit.SECONDS);
    }

    private void atTheEnd(String name) {
        Round.current().atItsEnd(() -> done.add(name), loop);
    }

    @Test
    @DisplayName("ends with what was to be sent, in its order; what that leads to is sent as well")
    void order() throws Exception {
        loop.submit(() -> {
                    atTheEnd("first");
                    Round.current()
                            .atItsEnd(
                                    () -> {
                                        done.add("second");
                                        atTheEnd("fourth");
                                    },
                                    loop);
                    atTheEnd("third");
                    done.add("read");
                })
                .get(30, TimeUnit.SECONDS);
        // Behind what the round's end has put there.
        loop.submit(() -> {}).get(30, TimeUnit.SECONDS);
        loop.submit(() -> {}).get(30, TimeUnit.SECONDS);

        assertThat(done).containsExactly("read", "first", "second", "third", "fourth");
    }

    @Test
    @DisplayName("sends what others have to send, when one of them fails")
    void oneFails() throws Exception {
        loop.submit(() -> {
                    Thread.currentThread()
                            .setUncaughtExceptionHandler((thread, failure) -> done.add("" + failure.getMessage()));
                    Round.current()
                            .atItsEnd(
                                    () -> {
                                        throw new IllegalStateException("failed");
                                    },
                                    loop);
                    atTheEnd("other");
                })
                .get(30, TimeUnit.SECONDS);
        loop.submit(() -> {}).get(30, TimeUnit.SECONDS);

        assertThat(done).containsExactly("failed", "other");
    }

    @Test
    @DisplayName("that the event loop has no time for any more is over at once")
    void afterTheEnd() {
        close();

        atTheEnd("late");

        assertThat(done).containsExactly("late");
    }
}
