// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one connection whose answers count only when replicas have them, too. {@code WAIT} holds up its
 * connection, so that what comes meanwhile is gathered, sent together, and followed by one {@code WAIT} for all.
 *
 * <p>Safe for use by several threads.
 */
final class Convoy {

    private static final String MARK = Script.fileText("mark");
    private static final int LONGEST = 512;
    private static final int MOST_MARKS = 4;

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisAsyncCommands<byte[], byte[]> commands;
    private final Sender sender;
    private final int replicas;
    private final Duration patience;
    private final Deployment servers;
    private final Deque<Passenger<?>> waiting = new ArrayDeque<>();
    private final AtomicInteger cuts = new AtomicInteger();
    private boolean underWay;

    Convoy(
            StatefulRedisConnection<byte[], byte[]> connection,
            Sender sender,
            int replicas,
            Duration patience,
            Deployment servers) {
        this.connection = connection;
        this.sender = sender;
        this.servers = servers;
        this.commands = connection.async();
        this.replicas = replicas;
        this.patience = patience;
        connection.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
                cuts.incrementAndGet();
            }
        });
    }

    /** Goes with the next batch; asking, where the node must be told that the key's slot is not its own yet. */
    <T> CompletableFuture<T> join(Request<T> request, boolean asking) {
        Passenger<T> passenger = new Passenger<>(request, asking);
        synchronized (this) {
            waiting.add(passenger);
            if (underWay) {
                return passenger.answer;
            }
            underWay = true;
        }
        depart();
        return passenger.answer;
    }

    private void depart() {
        List<Passenger<?>> batch = next();
        if (batch.isEmpty()) {
            return;
        }
        int before = cuts.get();
        sent(batch).whenComplete((reached, failure) -> {
            if (failure != null) {
                sender.onFailure(failure);
            }
            Throwable reason = failure == null ? doubtAbout(reached, before) : failure;
            batch.forEach(passenger -> passenger.arrive(reason));
            depart();
        });
    }

    /** How many replicas have it all. */
    private CompletionStage<Long> sent(List<Passenger<?>> batch) {
        batch.forEach(this::send);
        Passenger<?> first = batch.get(0);
        return marked(KeyNames.markBeside(first.request.key()), first, MOST_MARKS);
    }

    private <T> void send(Passenger<T> passenger) {
        try {
            if (passenger.asking) {
                ask(commands);
            }
            sender.send(connection::dispatch, passenger.request, passenger);
        } catch (RuntimeException refused) {
            passenger.told(null, refused);
        }
    }

    /** Where the slot of a mark is on its way to another node, which takes no new key there, another slot has one. */
    private CompletionStage<Long> marked(byte[] mark, Passenger<?> first, int tries) {
        try {
            if (first.asking) {
                ask(commands);
            }
            byte[][] key = {mark};
            CompletionStage<Long> marked = commands.eval(MARK, ScriptOutputType.INTEGER, key);
            // Sent behind it without waiting: the connection keeps the order.
            CompletionStage<Long> waited = commands.waitForReplication(replicas, patience.toMillis());
            return marked.thenCombine(waited, (done, reached) -> reached)
                    .exceptionallyCompose(failure -> Failures.isElsewhere(failure) && tries > 1
                            ? marked(servers.markAwayFrom(first.request.key()), first, tries - 1)
                            : CompletableFuture.failedFuture(failure));
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The command behind it fails if this did.
    private static void ask(RedisAsyncCommands<byte[], byte[]> commands) {
        commands.asking();
    }

    private List<Passenger<?>> next() {
        List<Passenger<?>> overdue = new ArrayList<>();
        List<Passenger<?>> batch = new ArrayList<>();
        synchronized (this) {
            long oldest = System.nanoTime() - patience.toNanos();
            while (!waiting.isEmpty() && waiting.element().since - oldest < 0) {
                overdue.add(waiting.remove());
            }
            while (!waiting.isEmpty() && batch.size() < LONGEST) {
                batch.add(waiting.remove());
            }
            underWay = !batch.isEmpty();
        }
        // Whoever asked has given up by now, or will before an answer could come: nothing is sent for them (R29).
        overdue.forEach(Passenger::leave);
        return batch;
    }

    /** Why nobody can tell, although a server counted its replicas; null if all is well. */
    private @Nullable Throwable doubtAbout(@Nullable Long reached, int cutsBefore) {
        if (cuts.get() != cutsBefore) {
            // It may be another server that counted, or one that has forgotten what was written before.
            return new StoreUnavailableException("the connection to Redis was cut between a write and its WAIT: whether"
                    + " replicas have it is unknown");
        }
        return reached != null && reached < replicas
                ? new StoreUnavailableException("Redis has it, but only " + reached + " of " + replicas
                        + " replicas said so in time: it does not count as acknowledged")
                : null;
    }

    /** A request and its caller. */
    private static final class Passenger<T> implements Listener<T> {

        final CompletableFuture<T> answer = new CompletableFuture<>();
        final long since = System.nanoTime();
        final Request<T> request;
        final boolean asking;
        private final CompletableFuture<T> own = new CompletableFuture<>();

        Passenger(Request<T> request, boolean asking) {
            this.request = request;
            this.asking = asking;
        }

        @Override
        public void told(@Nullable T value, @Nullable Throwable failure) {
            if (failure == null) {
                own.complete(value);
            } else {
                own.completeExceptionally(failure);
            }
        }

        /** Its turn did not come in time: nothing was sent. */
        void leave() {
            answer.completeExceptionally(new StoreUnavailableException(
                    "Redis does not keep up: its replicas take so long that the command was not even sent"));
        }

        /** The replicas have it, or there is a reason why nobody can tell. */
        @SuppressWarnings("FutureReturnValueIgnored") // Whoever asked is told.
        void arrive(@Nullable Throwable reason) {
            own.whenComplete((value, refused) -> {
                Throwable failure = refused == null ? reason : refused;
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        }
    }
}
