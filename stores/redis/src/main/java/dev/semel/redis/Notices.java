// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.Notifying.Subscription;
import dev.semel.state.RecordId;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells and hears of endings, on one connection and one channel for the whole process (R28). Endings are told only while
 * somebody somewhere waits: a process whose callers meet attempts in progress says so on the channel, and all processes
 * tell their endings for a while. In a cluster every node gets every message, so silence is worth something.
 *
 * <p>Safe for use by several threads.
 */
final class Notices extends RedisPubSubAdapter<byte[], byte[]> {

    private static final System.Logger LOG = System.getLogger("dev.semel.redis");
    private static final long TOLD_FOR = Duration.ofMinutes(1).toNanos();
    private static final long ASKED_EVERY = Duration.ofSeconds(15).toNanos();
    private static final byte[] WHO_WAITS = {'?'};

    private final KeyNames names;
    private final byte[] channel;
    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong asked = new AtomicLong(System.nanoTime() - ASKED_EVERY);
    private final AtomicLong listened = new AtomicLong(System.nanoTime());
    private final long listenEvery;
    private volatile long heard = System.nanoTime() - TOLD_FOR;
    private volatile @Nullable StatefulRedisPubSubConnection<byte[], byte[]> hearing;

    /** So often the connection is tried on which nothing is ever sent otherwise. */
    Notices(KeyNames names, RedisClusterAsyncCommands<byte[], byte[]> commands, Duration listenEvery) {
        this.listenEvery = listenEvery.toNanos();
        this.names = names;
        this.channel = names.channel();
        this.commands = commands;
    }

    /** Begins to hear; the driver subscribes again by itself after a reconnect. */
    void hear(StatefulRedisPubSubConnection<byte[], byte[]> connection) {
        connection.addListener(this);
        connection.sync().subscribe(channel);
        hearing = connection;
        // Who has just begun does not know who waits.
        publish(WHO_WAITS, asked.get());
    }

    Subscription add(Consumer<RecordId> listener) {
        Listener added = new Listener(listener);
        listeners.add(added);
        await();
        return () -> listeners.remove(added);
    }

    /** Asks all processes to tell of endings, if anybody here listens and they were not asked just now. */
    void await() {
        long now = System.nanoTime();
        long last = asked.get();
        if (!listeners.isEmpty() && now - last >= ASKED_EVERY && asked.compareAndSet(last, now)) {
            publish(Words.NOTHING, last);
        }
    }

    /** A hint that is missing does no harm: waiters poll, and the next one of them asks again. */
    private void publish(byte[] message, long last) {
        commands.publish(channel, message).exceptionally(unreachable -> {
            asked.set(last);
            return null;
        });
    }

    /** Where an ending is to be told; nothing while nobody waits. */
    byte[] channel() {
        long now = System.nanoTime();
        listenAgain(now);
        return now - heard < TOLD_FOR ? channel : Words.NOTHING;
    }

    /**
     * Sends something on the connection that only hears: a network that drops everything without a word would make it deaf
     * for hours. What is sent and not answered closes it ({@link Silence}), and the driver makes a new one.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // If it fails, the connection is known to be gone.
    private void listenAgain(long now) {
        StatefulRedisPubSubConnection<byte[], byte[]> connection = hearing;
        long last = listened.get();
        if (connection != null && now - last >= listenEvery && listened.compareAndSet(last, now)) {
            connection.async().ping();
        }
    }

    @Override
    public void message(byte[] channel, byte[] key) {
        long now = System.nanoTime();
        if (key.length == 0) {
            heard = now;
        } else if (key.length == WHO_WAITS.length) {
            answerWhoWaits(now);
        } else if (!listeners.isEmpty()) {
            names.idOf(key).ifPresent(id -> listeners.forEach(added -> added.hear(id)));
        }
    }

    private void answerWhoWaits(long now) {
        long last = asked.get();
        if (!listeners.isEmpty() && now - last < TOLD_FOR) {
            publish(Words.NOTHING, last);
        }
    }

    /** Compared by identity: one listener may be added twice, and each time has an end of its own. */
    private static final class Listener {
        private final Consumer<RecordId> listener;

        Listener(Consumer<RecordId> listener) {
            this.listener = listener;
        }

        void hear(RecordId id) {
            try {
                listener.accept(id);
            } catch (RuntimeException broken) {
                LOG.log(System.Logger.Level.WARNING, "a listener failed; the others hear all the same", broken);
            }
        }
    }
}
