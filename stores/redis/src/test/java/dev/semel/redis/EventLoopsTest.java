// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.RedisProcess;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisURI;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A store that lives on its callers' event loops")
class EventLoopsTest {

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    private RedisProcess server;
    private Raw raw;
    private RedisStore store;

    @BeforeEach
    void open() {
        server = RedisProcess.start();
        raw = new Raw(server.uri());
        store = RedisStore.at(server.uri())
                .callLimit(Duration.ofSeconds(30))
                .eventLoops(loops)
                .build();
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        raw.close();
        server.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(30, TimeUnit.SECONDS);
    }

    /** What was answered, and whether on the loop that asked. */
    private record Heard<T>(T answer, boolean athome) {}

    private static <T> Heard<T> askedOn(EventExecutor loop, Supplier<CompletionStage<T>> question) throws Exception {
        CompletableFuture<Heard<T>> heard = new CompletableFuture<>();
        loop.execute(() -> question.get()
                .thenAccept(answer -> heard.complete(new Heard<>(answer, loop.inEventLoop())))
                .exceptionally(failure -> {
                    heard.completeExceptionally(failure);
                    return null;
                }));
        return heard.get(1, TimeUnit.MINUTES);
    }

    @Test
    @DisplayName("R1, R2: answers claims and endings on the loop that asked")
    void atHome() throws Exception {
        for (EventExecutor loop : loops) {
            Claim claim = Commands.claim(Commands.freshId());
            Heard<ClaimAnswer> claimed = askedOn(loop, () -> store.claim(claim));
            Heard<FinishAnswer> finished = askedOn(loop, () -> store.finish(Commands.completes(claim, "paid")));
            Heard<ClaimAnswer> retried = askedOn(loop, () -> store.claim(Commands.claim(claim.id())));

            assertThat(claimed.answer()).isInstanceOf(ClaimAnswer.Granted.class);
            assertThat(finished.answer()).isInstanceOf(FinishAnswer.Applied.class);
            assertThat(retried.answer()).isInstanceOf(ClaimAnswer.Final.class);
            assertThat(List.of(claimed.athome(), finished.athome(), retried.athome()))
                    .containsOnly(true);
        }
    }

    @Test
    @DisplayName("R1: lets one of many win, whichever loops and threads they come from")
    void race() throws Exception {
        for (int round = 0; round < 20; round++) {
            Claim claim = Commands.claim(Commands.freshId());
            List<CompletableFuture<Heard<ClaimAnswer>>> all = new ArrayList<>();
            for (EventExecutor loop : loops) {
                all.add(CompletableFuture.supplyAsync(() -> unchecked(loop, Commands.claim(claim.id()))));
            }
            ClaimAnswer elsewhere = Commands.now(store.claim(Commands.claim(claim.id())));
            long won = elsewhere instanceof ClaimAnswer.Granted ? 1 : 0;
            for (CompletableFuture<Heard<ClaimAnswer>> one : all) {
                won += one.get(1, TimeUnit.MINUTES).answer() instanceof ClaimAnswer.Granted ? 1 : 0;
            }
            assertThat(won).isEqualTo(1);
        }
    }

    private Heard<ClaimAnswer> unchecked(EventExecutor loop, Claim claim) {
        try {
            return askedOn(loop, () -> store.claim(claim));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("R29: connects again on each loop after its connections were cut")
    void cut() throws Exception {
        raw.commands().clientKill(KillArgs.Builder.typeNormal().skipme());
        for (EventExecutor loop : loops) {
            Eventually.holds(
                    "the loop is answered again",
                    () -> askedOn(loop, () -> store.claim(Commands.claim(Commands.freshId())))
                            .athome());
        }
    }

    @Test
    @DisplayName("leaves the loops alone when it is closed")
    void borrowed() throws Exception {
        store.close();

        EventLoop loop = loops.next();
        assertThat(loop.submit(() -> "alive").get(30, TimeUnit.SECONDS)).isEqualTo("alive");
        assertThat(loops.isShuttingDown()).isFalse();
    }

    @Test
    @DisplayName("says what does not go together with it")
    void refused() {
        assertThatThrownBy(() -> RedisStore.at(server.uri())
                        .replicas(1)
                        .eventLoops(loops)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("eventLoops and replicas");
        assertThatThrownBy(() -> RedisStore.cluster(List.of(RedisURI.create(server.uri())))
                        .eventLoops(loops)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not for a cluster");
    }
}
