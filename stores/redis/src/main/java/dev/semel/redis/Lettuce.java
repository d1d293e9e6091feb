// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How the driver behaves: it never queues while it is not connected (R29), and never sends a command again by itself,
 * since whether the first one had its effect is for the caller to find out (R7).
 */
final class Lettuce {

    /** How long connections and threads may take to end. */
    static final Duration FAREWELL = Duration.ofSeconds(2);

    private static final int THREADS = 2;
    private static final Duration MOST_PATIENT = Duration.ofSeconds(1);
    private static final long LEAST_PATIENT_MILLIS = 20;
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration TOPOLOGY = Duration.ofSeconds(5);
    private static final Duration BETWEEN_REFRESHES = Duration.ofMillis(500);

    /** Lettuce 7 asks servers for notices of maintenance; 6.6, which Spring Boot 3.5 brings, does not know them. */
    private static final boolean HAS_NOTICES = isThere("io.lettuce.core.MaintNotificationsConfig");

    private Lettuce() {}

    static ClientResources resources(Netty netty) {
        Delay delay = Delay.equalJitter(Duration.ZERO, MOST_PATIENT, LEAST_PATIENT_MILLIS, TimeUnit.MILLISECONDS);
        return DefaultClientResources.builder()
                .ioThreadPoolSize(THREADS)
                // Where HdrHistogram is on the class path, Lettuce would measure every command, for nobody.
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .computationThreadPoolSize(THREADS)
                .nettyCustomizer(netty)
                .reconnectDelay(delay)
                .build();
    }

    static void shutDown(ClientResources resources) {
        long limit = FAREWELL.toMillis();
        resources.shutdown(0, limit, TimeUnit.MILLISECONDS).awaitUninterruptibly(limit, TimeUnit.MILLISECONDS);
    }

    static ClientOptions options(RedisSettings settings) {
        ClientOptions.Builder options = ClientOptions.builder();
        configure(options, settings);
        return options.build();
    }

    static ClusterClientOptions clusterOptions(RedisSettings settings) {
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        configure(options, settings);
        return options.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(TOPOLOGY)
                        .adaptiveRefreshTriggersTimeout(BETWEEN_REFRESHES)
                        .build())
                .build();
    }

    private static void configure(ClientOptions.Builder options, RedisSettings settings) {
        Duration callLimit = settings.callLimit();
        options.sslOptions(settings.ssl());
        options.autoReconnect(true);
        options.replayFilter(command -> true);
        options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS);
        options.timeoutOptions(
                TimeoutOptions.builder().timeoutSource(new TimeOuts(callLimit)).build());
        if (HAS_NOTICES) {
            Maintenance.disable(options);
        }
        options.socketOptions(SocketOptions.builder()
                .connectTimeout(callLimit.compareTo(CONNECT) < 0 ? callLimit : CONNECT)
                .keepAlive(true)
                .build());
    }

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, Lettuce.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** The driver's own time-outs, for what is not sent by a {@link Sender}, which has its own. */
    private static final class TimeOuts extends TimeoutOptions.TimeoutSource {

        private final long millis;

        TimeOuts(Duration limit) {
            this.millis = limit.toMillis();
        }

        @Override
        public long getTimeout(RedisCommand<?, ?, ?> command) {
            return CommandWrapper.unwrap(command) instanceof Call ? 0 : millis;
        }
    }

    /** A class of its own, so that nobody looks for what is not there. */
    private static final class Maintenance {

        private Maintenance() {}

        static void disable(ClientOptions.Builder options) {
            options.maintNotificationsConfig(MaintNotificationsConfig.disabled());
        }
    }
}
