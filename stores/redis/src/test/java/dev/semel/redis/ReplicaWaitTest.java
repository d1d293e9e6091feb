// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.RedisProcess;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A store that waits for its replica")
class ReplicaWaitTest {

    /** Half of it is for the replicas, and the other half what a busy machine may take besides. */
    private static final Duration LIMIT = Duration.ofSeconds(6);

    private RedisProcess master;
    private RedisProcess replica;
    private RedisStore store;
    private RedisStore hasty;

    @BeforeEach
    void open() {
        master = RedisProcess.start("--repl-diskless-sync-delay", "0");
        replica = RedisProcess.start("--replicaof", "127.0.0.1 " + master.port());
        try (Raw raw = new Raw(master.uri())) {
            Eventually.holds(
                    "the replica follows",
                    () -> raw.commands().info("replication").contains("state=online"));
        }
        store = Commands.opened(RedisStore.at(master.uri()).callLimit(LIMIT).replicas(1));
        hasty = Commands.patient(master.uri());
    }

    @AfterEach
    void close() {
        replica.goOn();
        store.close();
        hasty.close();
        replica.close();
        master.close();
    }

    @Test
    @DisplayName(
            "R30: acknowledges no claim and no answer that the replica lacks, and both when they are sent again later")
    void tooFew() {
        Claim running = Commands.claim(Commands.freshId());
        Claim fresh = Commands.claim(Commands.freshId());
        Commands.answered(() -> store.claim(running));
        replica.pause();

        assertTooFew(store.claim(fresh));
        assertTooFew(store.finish(Commands.completes(running, "paid")));

        replica.goOn();
        Eventually.holds(
                "the claim is recognised", () -> Commands.now(store.claim(fresh)) instanceof ClaimAnswer.Granted);
        assertThat(Commands.answered(() -> store.finish(Commands.completes(running, "paid"))))
                .isInstanceOf(FinishAnswer.AlreadyEnded.class);
    }

    @Test
    @DisplayName("R30: replays no answer that only the master has, though the replay itself writes nothing")
    void replays() {
        RecordId id = Commands.freshId();
        replica.pause();
        Commands.completed(hasty, id, new byte[] {1});

        assertTooFew(store.claim(Commands.claim(id)));
        assertTooFew(store.find(id));
        assertThat(Commands.now(hasty.claim(Commands.claim(id)))).isInstanceOf(ClaimAnswer.Final.class);

        replica.goOn();
        Eventually.holds(
                "the replica has it, too",
                () -> Commands.now(store.claim(Commands.claim(id))) instanceof ClaimAnswer.Final);
    }

    @Test
    @DisplayName("R9: renews at once while a WAIT is held up")
    void renewalsGoOn() {
        Claim running = Commands.claim(Commands.freshId());
        Commands.answered(() -> store.claim(running));
        replica.pause();

        // Where this thread has to wait for a processor, the replicas' time may be over: then it is tried once more.
        Eventually.holds(
                "a lease is renewed while a claim is still being waited for", () -> isRenewedMeanwhile(running));
    }

    private boolean isRenewedMeanwhile(Claim running) {
        CompletionStage<ClaimAnswer> heldUp = store.claim(Commands.claim(Commands.freshId()));
        assertThat(Commands.now(store.renew(List.of(Commands.renewal(running)))))
                .containsExactly(RenewAnswer.RENEWED);
        boolean meanwhile = !heldUp.toCompletableFuture().isDone();
        assertTooFew(heldUp);
        return meanwhile;
    }

    @Test
    @DisplayName("R29: refuses whoever would wait too long behind others, without having sent anything for them")
    void overdue() {
        replica.pause();
        List<CompletableFuture<ClaimAnswer>> calls = IntStream.range(0, 4_000)
                .mapToObj(i -> store.claim(Commands.claim(Commands.freshId())).toCompletableFuture())
                .toList();

        long began = System.nanoTime();
        calls.forEach(call ->
                assertThatThrownBy(() -> Commands.now(call)).hasCauseInstanceOf(StoreUnavailableException.class));

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
        assertThat(calls).anySatisfy(call -> assertThatThrownBy(call::join).hasMessageContaining("not even sent"));
        try (Raw raw = new Raw(master.uri())) {
            assertThat(raw.commands().dbsize()).as("records").isLessThan(4_000);
        }
    }

    @Test
    @DisplayName(
            "a look, which writes nothing itself, finds out that its server was made a replica, and cuts the connection")
    void demoted() {
        RecordId id = Commands.freshId();
        try (Raw raw = new Raw(master.uri());
                RedisProcess other = RedisProcess.start()) {
            Set<String> before = clients(raw);
            raw.commands().replicaof("127.0.0.1", other.port());

            Eventually.holds("a client has left", () -> {
                store.find(id)
                        .toCompletableFuture()
                        .exceptionally(refused -> null)
                        .join();
                return !clients(raw).containsAll(before);
            });
        }
    }

    @Test
    @DisplayName("R30: does not take the word of another server that it reaches between a write and its WAIT")
    void cutInBetween() throws IOException {
        RedisClient client = RedisClient.create();
        try (Wire wire = new Wire(master.port());
                StatefulRedisConnection<byte[], byte[]> connection =
                        client.connect(ByteArrayCodec.INSTANCE, RedisURI.create("127.0.0.1", wire.port()))) {
            AtomicInteger connected = new AtomicInteger();
            connection.addListener(new RedisConnectionStateListener() {
                @Override
                public void onRedisConnected(RedisChannelHandler<?, ?> made, SocketAddress address) {
                    connected.incrementAndGet();
                }
            });
            Convoy convoy = convoy(afterFirstWrite(connection, () -> {
                wire.cutAndHeal();
                Eventually.holds("the connection is a new one", () -> connected.get() > 0);
            }));
            Request<byte[]> request = Request.setIfNew(new byte[] {'k'}, new byte[] {'v'}, 60_000);

            CompletableFuture<byte[]> written = convoy.join(request, false);

            assertThatThrownBy(() -> Commands.now(written))
                    .hasCauseInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("cut");
            assertThat(Commands.now(convoy.join(request, false)))
                    .as("what was written before the cut")
                    .isEqualTo(new byte[] {'v'});
        } finally {
            client.shutdown();
        }
    }

    /** The numbers of all clients, without replicas, which leave by themselves. */
    private static Set<String> clients(Raw raw) {
        return raw.commands()
                .clientList()
                .lines()
                .filter(client -> client.contains(" flags=N "))
                .map(client -> client.substring(0, client.indexOf(' ')))
                .collect(Collectors.toSet());
    }

    private static Convoy convoy(StatefulRedisConnection<byte[], byte[]> connection) {
        ClientResources resources = connection.getResources();
        Sender sender = new Sender(
                1_000,
                Duration.ofSeconds(30),
                Duration.ofMinutes(1),
                resources.eventExecutorGroup(),
                new Netty(Duration.ofMinutes(1)));
        return new Convoy(connection, sender, 1, Duration.ofSeconds(30), null);
    }

    /**
     * The connection, on which something happens when the first request has had its effect, and before anything else is sent. The first is
     * sent by the caller's thread; later ones may be by the one that reads answers, and nobody may wait for an answer there.
     */
    @SuppressWarnings("unchecked")
    private static StatefulRedisConnection<byte[], byte[]> afterFirstWrite(
            StatefulRedisConnection<byte[], byte[]> connection, Runnable event) {
        AtomicBoolean first = new AtomicBoolean(true);
        return (StatefulRedisConnection<byte[], byte[]>) Proxy.newProxyInstance(
                ReplicaWaitTest.class.getClassLoader(),
                new Class<?>[] {StatefulRedisConnection.class},
                (proxy, method, arguments) -> {
                    Object result = method.invoke(connection, arguments);
                    if (method.getName().equals("dispatch") && first.getAndSet(false)) {
                        Eventually.holds("the effect", ((RedisCommand<?, ?, ?>) arguments[0])::isDone);
                        event.run();
                    }
                    return result;
                });
    }

    private static void assertTooFew(CompletionStage<?> call) {
        assertThatThrownBy(() -> Commands.now(call))
                .hasCauseInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("replicas");
    }
}
