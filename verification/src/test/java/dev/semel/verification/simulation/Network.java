// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The store as one process sees it: each call is a message there and one back, and each may go wrong. */
final class Network implements IdempotencyStore {

    private final World world;
    private final Host host;

    Network(World world, Host host) {
        this.world = world;
        this.host = host;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        long sent = world.loop().now();
        return send("claim", () -> world.server().claim(host, claim, sent), told -> {});
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        world.grants().sent(finish, host.clock().nanoTime());
        CompletionStage<FinishAnswer> answer = send(
                "finish",
                () -> world.server().finish(host, finish),
                told -> world.grants().told(finish, told));
        return answer.whenComplete((told, failure) -> world.grants().heard(finish));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return send(
                "renew",
                () -> world.server().renew(host, batch),
                told -> world.grants().told(batch, told));
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return send("abandon", () -> world.server().abandon(host, abandon), told -> {});
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return send("find", () -> world.server().find(host, id), told -> {});
    }

    @Override
    public Guarantees guarantees() {
        return world.server().guarantees();
    }

    private <T> CompletionStage<T> send(String what, Supplier<T> work, Consumer<T> heard) {
        Call<T> call = new Call<>(work, heard, host.clock().nanoTime());
        // What a crashing process still does before it notices never leaves it.
        if (host.isAlive()) {
            Optional<Fault> fault = world.strike();
            fault.ifPresent(struck -> note(what, struck));
            fault.ifPresentOrElse(struck -> strike(struck, call), () -> call.deliver(usual(), usual()));
        }
        return call.reply;
    }

    private void note(String what, Fault fault) {
        world.trace(host, () -> what + ": " + fault);
        host.note(what, fault);
    }

    private <T> void strike(Fault fault, Call<T> call) {
        switch (fault) {
            case LOCAL -> call.answerAtOnce();
            case LOSE_REQUEST -> {}
            case LOSE_REPLY -> call.arrive(usual());
            case DUPLICATE -> {
                call.deliver(usual(), usual());
                call.deliver(late(), usual());
            }
            case LATE_REQUEST -> call.deliver(late(), usual());
            case LATE_REPLY -> call.deliver(usual(), late());
            case FAIL_BEFORE -> call.fail(usual());
            case FAIL_AFTER -> {
                call.arrive(usual());
                call.fail(usual());
            }
            case THROW -> throw new StoreUnavailableException("the driver threw");
            default -> befall(fault, call);
        }
    }

    /** The message goes its way, and something happens to its sender. */
    private <T> void befall(Fault fault, Call<T> call) {
        if (fault != Fault.CRASH_BEFORE_SENDING) {
            call.deliver(usual(), usual());
        }
        if (fault == Fault.PAUSE) {
            host.pause(world.plan().pause(world.dice()));
        } else if (fault == Fault.CLOSE) {
            world.loop().after(0, host, host::close);
        } else {
            host.crash();
        }
    }

    private long usual() {
        return world.plan().delay(world.dice());
    }

    private long late() {
        return world.plan().lateness(world.dice());
    }

    /** One call and its reply; the first reply counts. */
    private final class Call<T> {
        private final Supplier<T> work;
        private final Consumer<T> heard;
        private final long sentNanos;
        private final CompletableFuture<T> reply = new CompletableFuture<>();

        Call(Supplier<T> work, Consumer<T> heard, long sentNanos) {
            this.work = work;
            this.heard = heard;
            this.sentNanos = sentNanos;
        }

        void answerAtOnce() {
            answer(work.get());
        }

        void deliver(long there, long back) {
            world.loop().after(there, null, () -> {
                T told = work.get();
                world.loop().after(back, host, () -> answer(told));
            });
        }

        /** The request arrives, and nobody hears of it. */
        void arrive(long there) {
            world.loop().after(there, null, () -> lose(work.get()));
        }

        private void lose(T told) {
            world.trace(
                    host, () -> "never hears of the answer " + told.getClass().getSimpleName());
        }

        void fail(long after) {
            world.loop()
                    .after(
                            after,
                            host,
                            () -> reply.completeExceptionally(new StoreUnavailableException("the store failed")));
        }

        private void answer(T told) {
            if (!reply.isDone() && world.inTime(host, sentNanos)) {
                heard.accept(told);
            }
            reply.complete(told);
        }
    }
}
