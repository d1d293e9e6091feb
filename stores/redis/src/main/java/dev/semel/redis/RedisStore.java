// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.DoubtList;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Notifying;
import dev.semel.spi.Settleable;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A store on Redis 7.0 or newer, or Valkey: one server, sentinels or a cluster. New keys and replays are one native
 * command each, everything else is one script; Redis' own clock and expiry judge leases and retention.
 *
 * <p>Safe for use by several threads. Its connections and threads are its own; close it after the engine.
 */
public final class RedisStore implements IdempotencyStore, Settleable, DoubtList, Notifying, AutoCloseable {

    private final Deployment deployment;
    private final List<Sender> senders;
    private final Claims claims;
    private final Endings endings;
    private final Upkeep upkeep;
    private final Browsing browsing;
    private final Doubts doubts;
    private final Notices notices;
    private final Guarantees guarantees;

    RedisStore(
            Deployment deployment,
            List<Sender> senders,
            Claims claims,
            Endings endings,
            Upkeep upkeep,
            Browsing browsing,
            Doubts doubts,
            Notices notices,
            Guarantees guarantees) {
        this.deployment = deployment;
        this.senders = senders;
        this.claims = claims;
        this.endings = endings;
        this.upkeep = upkeep;
        this.browsing = browsing;
        this.doubts = doubts;
        this.notices = notices;
        this.guarantees = guarantees;
    }

    /**
     * A store on one server, {@code redis://host} or {@code rediss://user:password@host}, or on the master that sentinels
     * name: {@code redis-sentinel://host1,host2,host3#mymaster}.
     */
    public static RedisStoreBuilder at(String uri) {
        return at(RedisURI.create(uri));
    }

    /** A store on one server, or on the master that sentinels name. */
    public static RedisStoreBuilder at(RedisURI uri) {
        return new RedisStoreBuilder((netty, settings) -> new SingleMaster(uri, netty, settings));
    }

    /** A store on a cluster; some of its nodes are enough. */
    public static RedisStoreBuilder cluster(List<RedisURI> nodes) {
        List<RedisURI> some = List.copyOf(nodes);
        return new RedisStoreBuilder((netty, settings) -> new Cluster(some, netty, settings));
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return begun(() -> claims.claim(claim));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return begun(() -> endings.finish(finish));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return upkeep.renew(batch);
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return told(() -> upkeep.abandon(abandon));
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        return told(() -> endings.settle(settle));
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return told(() -> claims.find(id));
    }

    @Override
    public CompletionStage<Page> browse(Question question) {
        return told(() -> browsing.browse(question));
    }

    @Override
    public CompletionStage<Page> doubts(Question question) {
        return told(() -> doubts.page(question));
    }

    @Override
    public Subscription onEnded(Consumer<RecordId> listener) {
        return notices.add(listener);
    }

    @Override
    public Guarantees guarantees() {
        return guarantees;
    }

    /** Whatever goes wrong is told by the stage, never thrown, and as what it means. */
    private static <T> CompletableFuture<T> told(Supplier<CompletableFuture<T>> call) {
        return begun(() -> {
            Answering<T> answer = new Answering<>();
            answer.follow(call.get());
            return answer;
        });
    }

    private static <T> CompletableFuture<T> begun(Supplier<Answering<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(Failures.of(refused));
        }
    }

    /** Lets the connections and threads go; what is under way fails as unavailable. */
    @Override
    public void close() {
        try {
            deployment.close();
        } finally {
            senders.forEach(Sender::close);
        }
    }
}
