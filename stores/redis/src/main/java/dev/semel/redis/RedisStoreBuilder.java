// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.Guarantees;
import io.lettuce.core.SslOptions;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Settings of a {@link RedisStore}. Not safe for use by several threads. */
public final class RedisStoreBuilder {

    private static final System.Logger LOG = System.getLogger("dev.semel.redis");

    /** Longer than a server that answers at all leaves a command waiting. */
    private static final Duration LOST = Duration.ofMinutes(1);

    private final BiFunction<Netty, RedisSettings, Deployment> deployment;
    private String prefix = KeyNames.DEFAULT;
    private int inFlight = 10_000;
    private Duration callLimit = Duration.ofSeconds(1);
    private int replicas;
    private SslOptions ssl = SslOptions.create();
    private final List<EventLoop> loops = new ArrayList<>();

    RedisStoreBuilder(BiFunction<Netty, RedisSettings, Deployment> deployment) {
        this.deployment = deployment;
    }

    /** What the names of all keys begin with; {@code semel:} by default. */
    public RedisStoreBuilder prefix(String prefix) {
        this.prefix = prefix;
        return this;
    }

    /** How many commands may be under way before more are refused as unavailable; 10,000 by default (R29). */
    public RedisStoreBuilder inFlight(int commands) {
        this.inFlight = commands;
        return this;
    }

    /** How long Redis may take for a command before it counts as unavailable; one second by default. */
    public RedisStoreBuilder callLimit(Duration limit) {
        this.callLimit = limit;
        return this;
    }

    /**
     * How many replicas must have a claim or an answer before it is acknowledged, by {@code WAIT}; none by default. Name
     * all replicas of a master: any of them may be the next master.
     */
    public RedisStoreBuilder replicas(int replicas) {
        this.replicas = replicas;
        return this;
    }

    /**
     * Whose certificates are trusted on {@code rediss://}, and which certificate the store shows; by default the JVM's
     * own trust store, and none.
     */
    public RedisStoreBuilder ssl(SslOptions ssl) {
        this.ssl = ssl;
        return this;
    }

    /**
     * For callers who live on Netty's event loops, a gateway's for example: each loop gets a connection of its own, so that an
     * answer arrives on the loop that asked, and no other thread has to be woken. By default all callers share one connection
     * on a thread of the store's. The loops must outlive the store. Not for clusters, nor together with {@link #replicas}.
     */
    public RedisStoreBuilder eventLoops(EventLoopGroup group) {
        group.forEach(loop -> loops.add((EventLoop) loop));
        return this;
    }

    /**
     * Checks the settings and the servers, and opens the store. Says aloud what in the servers' settings is dangerous.
     *
     * @throws IllegalArgumentException if a setting or a server cannot do; the message says which and why
     * @throws dev.semel.spi.StoreUnavailableException if a server does not answer
     */
    public RedisStore build() {
        RedisSettings settings = new RedisSettings(new KeyNames(prefix), inFlight, callLimit, replicas, ssl, loops);
        Netty netty = new Netty(settings.silence());
        Deployment servers = deployment.apply(netty, settings);
        try {
            return open(servers, netty, settings);
        } catch (IllegalArgumentException e) {
            servers.close();
            throw e;
        } catch (RuntimeException e) {
            servers.close();
            throw Failures.of(e);
        }
    }

    private static RedisStore open(Deployment servers, Netty netty, RedisSettings settings) {
        ServerCheck check = new ServerCheck(
                servers.masters().stream().map(ServerFacts::of).toList(), settings.replicas(), servers.failsOver());
        check.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        servers.masters().forEach(Scripts::load);
        Rights.require(servers.commands(), settings);
        ServerClock clock = new ServerClock(timeOf(servers));
        KeyNames names = settings.names();
        Notices notices = new Notices(names, servers.commands(), settings.silence());
        notices.hear(servers.listen());
        Sender sender = sender(settings.inFlight(), settings, servers, netty);
        Road road = settings.replicas() > 0
                ? new CarefulRoad(servers, sender, settings)
                : new OpenRoad(servers::nearest, sender);
        Sender unbounded = sender(Integer.MAX_VALUE, settings, servers, netty);
        Outlet shared = servers.shared()::dispatch;
        Road free = new OpenRoad(() -> shared, unbounded);
        // The words of all slots are searched for now, and not by the first claim that a script decides.
        byte[] unused = names.listIn(0);
        Scripts scripts = new Scripts(clock, notices, key -> names.listIn(servers.slotOf(key)));
        Grants grants = new Grants();
        Lookers lookers = new Lookers();
        Guarantees guarantees = check.guarantees();
        return new RedisStore(
                servers,
                List.of(sender, unbounded),
                new Claims(names, road, scripts, clock, notices, grants),
                new Endings(names, road, scripts, clock, grants),
                new Upkeep(names, free, scripts, grants),
                new Browsing(names, servers, lookers, free, scripts),
                new Doubts(names, servers, lookers, scripts),
                notices,
                guarantees);
    }

    private static Sender sender(int most, RedisSettings settings, Deployment servers, Netty netty) {
        return new Sender(most, settings.callLimit(), LOST, servers.threads(), netty);
    }

    private static long timeOf(Deployment servers) {
        List<byte[]> time = servers.masters().get(0).time();
        long seconds = Long.parseLong(new String(time.get(0), java.nio.charset.StandardCharsets.US_ASCII));
        long micros = Long.parseLong(new String(time.get(1), java.nio.charset.StandardCharsets.US_ASCII));
        return seconds * 1_000 + micros / 1_000;
    }
}
