// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Timers;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/** Engines that are wrong in what they ask of their store, or in what they make of its answers. */
final class BrokenStoreCalls {

    private BrokenStoreCalls() {}

    static List<Broken> all() {
        return List.of(
                broken("sends each claim again under a new claim id", "T24", NewClaimIdEachTime::new),
                broken("never abandons a claim that it gave up", "R7", NeverAbandons::new),
                broken("never renews", "R9", NeverRenews::new),
                broken("takes a renewal that failed for a lost lease", "R9", UnknownIsLost::new),
                broken("renews one by one", "R9", RenewsOneByOne::new),
                broken("renews beyond maxDuration", "R9", RenewsBeyondTheCeiling::new),
                broken("stops the heartbeat when the handler is done", "T25", StopsTheHeartbeatEarly::new),
                broken("renews forever what it cannot save", "T25", RenewsForever::new),
                broken("frees the key when the completion fails", "T7", FailedCompletionFrees::new),
                broken("takes its own completion, sent again, for a loss", "R10", OwnRetryIsALoss::new),
                broken("frees an older doubt with a release", "R16", ReleaseFreesAnOlderDoubt::new),
                broken("takes over what is to be held", "R16", IgnoresHold::new));
    }

    private static Broken broken(
            String name, String breaks, BiFunction<IdempotencyStore, Timers, IdempotencyStore> wrong) {
        return new Broken(
                name,
                breaks,
                (store, timers, executor, settings) -> EngineMaker.REAL.engine(
                        PurgeableBetween.like(store, wrong.apply(store, timers)), timers, executor, settings));
    }

    private static final class NewClaimIdEachTime extends StoreBetween {
        private final AtomicLong sequence = new AtomicLong();

        NewClaimIdEachTime(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<ClaimAnswer> claim(Claim claim) {
            return super.claim(with(claim, new ClaimId(0xBAD, sequence.incrementAndGet()), claim.onDoubt()));
        }
    }

    private static final class IgnoresHold extends StoreBetween {
        IgnoresHold(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<ClaimAnswer> claim(Claim claim) {
            return super.claim(with(claim, claim.claimId(), OnDoubt.TAKE));
        }
    }

    private static Claim with(Claim claim, ClaimId claimId, OnDoubt onDoubt) {
        return new Claim(
                claim.id(),
                claim.fingerprint(),
                claimId,
                claim.lease(),
                claim.maxDuration(),
                claim.retention(),
                onDoubt,
                claim.rerunBelow(),
                claim.keyAge());
    }

    private static final class NeverAbandons extends StoreBetween {
        NeverAbandons(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<Boolean> abandon(Abandon abandon) {
            return CompletableFuture.completedFuture(true);
        }
    }

    private static final class NeverRenews extends StoreBetween {
        NeverRenews(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
            return CompletableFuture.completedFuture(Collections.nCopies(batch.size(), RenewAnswer.RENEWED));
        }
    }

    private static final class UnknownIsLost extends StoreBetween {
        UnknownIsLost(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
            return super.renew(batch).exceptionally(failure -> Collections.nCopies(batch.size(), RenewAnswer.LOST));
        }
    }

    private static final class RenewsOneByOne extends StoreBetween {
        RenewsOneByOne(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
            CompletionStage<List<RenewAnswer>> all = CompletableFuture.completedFuture(List.of());
            for (Renewal renewal : batch) {
                all = all.thenCombine(super.renew(List.of(renewal)), BrokenStoreCalls::joined);
            }
            return all;
        }
    }

    private static List<RenewAnswer> joined(List<RenewAnswer> some, List<RenewAnswer> more) {
        List<RenewAnswer> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    private static final class RenewsBeyondTheCeiling extends StoreBetween {
        RenewsBeyondTheCeiling(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
            return super.renew(batch.stream()
                    .map(of -> new Renewal(of.id(), of.attempt(), of.claimId(), Duration.ofSeconds(30), of.retention()))
                    .toList());
        }
    }

    private static final class StopsTheHeartbeatEarly extends StoreBetween {
        private final Set<RecordId> ending = ConcurrentHashMap.newKeySet();

        StopsTheHeartbeatEarly(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<FinishAnswer> finish(Finish finish) {
            ending.add(finish.id());
            return super.finish(finish);
        }

        @Override
        public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
            List<Renewal> running =
                    batch.stream().filter(of -> !ending.contains(of.id())).toList();
            return running.isEmpty()
                    ? CompletableFuture.completedFuture(Collections.nCopies(batch.size(), RenewAnswer.RENEWED))
                    : super.renew(running)
                            .thenApply(some ->
                                    joined(some, Collections.nCopies(batch.size() - some.size(), RenewAnswer.RENEWED)));
        }
    }

    private static final class RenewsForever extends StoreBetween {
        private final Timers timers;

        RenewsForever(IdempotencyStore store, Timers timers) {
            super(store);
            this.timers = timers;
        }

        @Override
        public CompletionStage<FinishAnswer> finish(Finish finish) {
            return super.finish(finish).whenComplete((answer, failure) -> {
                if (failure != null) {
                    timers.schedule(Duration.ofSeconds(10), () -> keep(finish));
                }
            });
        }

        private void keep(Finish finish) {
            Renewal renewal = new Renewal(
                    finish.id(), finish.attempt(), finish.claimId(), Duration.ofSeconds(30), finish.retention());
            super.renew(List.of(renewal)).thenAccept(answers -> {
                if (answers.get(0) == RenewAnswer.RENEWED) {
                    timers.schedule(Duration.ofSeconds(10), () -> keep(finish));
                }
            });
        }
    }

    private static final class FailedCompletionFrees extends StoreBetween {
        FailedCompletionFrees(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<FinishAnswer> finish(Finish finish) {
            return super.finish(finish)
                    .exceptionallyCompose(failure -> super.finish(ending(finish, new Ending.Release(true))));
        }
    }

    private static final class OwnRetryIsALoss extends StoreBetween {
        OwnRetryIsALoss(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<FinishAnswer> finish(Finish finish) {
            return super.finish(finish)
                    .thenApply(answer -> answer instanceof FinishAnswer.AlreadyEnded ended
                            ? new FinishAnswer.Fenced(ended.sighting())
                            : answer);
        }
    }

    private static final class ReleaseFreesAnOlderDoubt extends StoreBetween {
        ReleaseFreesAnOlderDoubt(IdempotencyStore store, Timers timers) {
            super(store);
        }

        @Override
        public CompletionStage<FinishAnswer> finish(Finish finish) {
            return super.finish(
                    finish.ending() instanceof Ending.Release ? ending(finish, new Ending.Release(true)) : finish);
        }
    }

    private static Finish ending(Finish finish, Ending ending) {
        return new Finish(
                finish.id(), finish.attempt(), finish.claimId(), ending, finish.retention(), finish.onDoubt());
    }
}
