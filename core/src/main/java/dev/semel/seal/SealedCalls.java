// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.Saved;
import dev.semel.internal.Workers;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Settleable;
import dev.semel.spi.Transactional;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a store in which an answer travels, sealed on the way in and opened on the way back.
 *
 * <p>An answer comes back on a thread of the store's, which for many of them is the only one that reads from the server, and is
 * given in on one of the caller's, which may be an event loop. A small answer takes some microseconds there; a large
 * one goes to threads of our own.
 */
final class SealedCalls {

    /** From here on an answer is not worked on where it comes; it takes some tens of microseconds. */
    static final int LARGE = 32 * 1024;

    private static final Executor HERE = Runnable::run;

    private final IdempotencyStore store;
    private final Executor workers;
    private volatile KeyRing keys;

    SealedCalls(IdempotencyStore store, KeyRing keys) {
        this(store, keys, Workers.create("semel-seal"));
    }

    SealedCalls(IdempotencyStore store, KeyRing keys, Executor workers) {
        this.store = store;
        this.keys = keys;
        this.workers = workers;
    }

    KeyRing keys() {
        return keys;
    }

    void use(KeyRing others) {
        keys = others;
    }

    CompletionStage<ClaimAnswer> claim(Claim claim) {
        Opening opening = Opening.with(keys);
        return opened(store.claim(claim), Weights::of, answer -> claimed(opening, claim, answer));
    }

    private ClaimAnswer claimed(Opening opening, Claim claim, ClaimAnswer answer) {
        try {
            return opening.claimed(answer);
        } catch (UnreadableRecordException e) {
            if (answer instanceof ClaimAnswer.Granted) {
                giveBack(claim);
            }
            throw e;
        }
    }

    /**
     * A claim that was granted for a newer version, and whose older answer does not open, runs nothing: nor does it keep the key
     * from a process that can open it. Where this is lost the lease lapses.
     */
    private void giveBack(Claim claim) {
        try {
            CompletionStage<Boolean> unused = store.abandon(new Abandon(claim.id(), claim.claimId()));
        } catch (RuntimeException e) {
            // What is told is that the record cannot be read.
        }
    }

    CompletionStage<Optional<Sighting>> find(RecordId id) {
        Opening opening = Opening.with(keys);
        return opened(
                store.find(id),
                found -> found.map(Weights::of).orElse(Weights.NOTHING),
                found -> found.map(opening::seen));
    }

    /** What somebody looks through, all records or a list. */
    CompletionStage<Page> page(Supplier<CompletionStage<Page>> look) {
        Opening opening = Opening.with(keys);
        return opened(look.get(), Weights::of, opening::page);
    }

    CompletionStage<FinishAnswer> finish(Finish finish) {
        if (!(finish.ending() instanceof Ending.Save save)) {
            return opened(store.finish(finish), Weights::of, Opening.with(keys)::finished);
        }
        KeyRing ring = keys;
        return here(save.saved().size(), () -> sealed(ring, finish, save)).thenCompose(ready -> {
            Opening opening = Opening.with(ring, saved(ready), save.saved());
            return opened(store.finish(ready), Weights::of, opening::finished);
        });
    }

    CompletionStage<SettleAnswer> settle(Settleable settleable, Settle settle) {
        if (!(settle.verdict() instanceof Settle.Verdict.Happened happened)) {
            return opened(settleable.settle(settle), Weights::of, Opening.with(keys)::settled);
        }
        KeyRing ring = keys;
        return here(happened.saved().size(), () -> sealed(ring, settle, happened))
                .thenCompose(ready -> {
                    Opening opening = Opening.with(ring, saved(ready), happened.saved());
                    return opened(settleable.settle(ready), Weights::of, opening::settled);
                });
    }

    /** On the caller's thread, which waits for the database anyway. */
    <T> FinishAnswer completeWithin(Transactional<T> transactional, T transaction, Finish finish) {
        KeyRing ring = keys;
        if (!(finish.ending() instanceof Ending.Save save)) {
            return Opening.with(ring).finished(transactional.completeWithin(transaction, finish));
        }
        Finish sealed = sealed(ring, finish, save);
        return Opening.with(ring, saved(sealed), save.saved())
                .finished(transactional.completeWithin(transaction, sealed));
    }

    private static Finish sealed(KeyRing keys, Finish finish, Ending.Save save) {
        Saved saved = Sealer.seal(keys, finish.id(), save.success(), save.schemaVersion(), save.saved());
        return new Finish(
                finish.id(),
                finish.attempt(),
                finish.claimId(),
                new Ending.Save(save.success(), saved, save.schemaVersion()),
                finish.retention(),
                finish.onDoubt());
    }

    private static Settle sealed(KeyRing keys, Settle settle, Settle.Verdict.Happened happened) {
        Saved saved = Sealer.seal(keys, settle.id(), happened.success(), happened.schemaVersion(), happened.saved());
        return new Settle(
                settle.id(),
                settle.attempt(),
                settle.claimId(),
                settle.settlementId(),
                new Settle.Verdict.Happened(happened.success(), saved, happened.schemaVersion()),
                settle.who(),
                settle.why(),
                settle.retention());
    }

    private static Saved saved(Finish sealed) {
        return ((Ending.Save) sealed.ending()).saved();
    }

    private static Saved saved(Settle sealed) {
        return ((Settle.Verdict.Happened) sealed.verdict()).saved();
    }

    /** Opens what the store answers; the very same stage where there is nothing to open. */
    private <A> CompletionStage<A> opened(CompletionStage<A> answer, ToLongFunction<A> weight, UnaryOperator<A> open) {
        CompletableFuture<A> stage = answer.toCompletableFuture();
        if (stage.isDone() && !stage.isCompletedExceptionally() && isNothing(stage.join(), weight)) {
            return stage;
        }
        // What a store answers that has nothing to say is passed on: the engine tells that defect by its name.
        Function<A, CompletionStage<A>> then = value -> isNothing(value, weight)
                ? CompletableFuture.completedFuture(value)
                : here(weight.applyAsLong(value), () -> open.apply(value));
        return stage.thenCompose(then);
    }

    private static <A> boolean isNothing(@Nullable A value, ToLongFunction<A> weight) {
        return value == null || weight.applyAsLong(value) == Weights.NOTHING;
    }

    /** Does small work at once and large work elsewhere; when nobody there has room, at once, too: it has to be done. */
    private <A> CompletableFuture<A> here(long weight, Supplier<A> work) {
        CompletableFuture<A> done = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                done.complete(work.get());
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        };
        try {
            (weight < LARGE ? HERE : workers).execute(task);
        } catch (RuntimeException | Error e) {
            // There is no room, or no thread to be had. Done twice is done once: only the first result counts.
            task.run();
        }
        return done;
    }
}
