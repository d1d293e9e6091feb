// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.RecordId;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Group commit: commands of one kind wait here while a statement is under way, and all that wait go into the next one. A
 * lone command is sent at once. Bounded: beyond the bound a command is refused at once (R29).
 *
 * <p>Safe for use by several threads.
 *
 * @param <C> the commands
 * @param <A> their answers
 */
final class Lane<C, A> {

    private static final Comparator<RecordId> BY_KEY = Comparator.comparing(
                    (RecordId record) -> record.key().value())
            .thenComparing(record -> record.tenant().id())
            .thenComparing(RecordId::operation);

    private final String name;
    private final LaneLimits limits;
    private final Crew crew;
    private final BatchWork<C, A> work;
    private final Comparator<Call<C, A>> inOrder;
    private final Line<C, A> waiting;
    private int workers;
    private int inside;
    private boolean closed;
    private boolean over;

    Lane(
            String name,
            LaneLimits limits,
            Crew crew,
            Function<C, RecordId> id,
            ToIntFunction<C> weight,
            BatchWork<C, A> work) {
        this.name = name;
        this.limits = limits;
        this.crew = crew;
        this.work = work;
        this.waiting = new Line<>(id, weight);
        this.inOrder = Comparator.comparing(call -> id.apply(call.command()), BY_KEY);
    }

    /** The answer to come; fails at once with {@link StoreUnavailableException} when too many wait already. */
    CompletableFuture<A> submit(C command) {
        Call<C, A> call = new Call<>(command);
        synchronized (waiting) {
            if (closed) {
                return unavailable("the store is closed");
            }
            if (inside >= limits.queue()) {
                return unavailable(
                        "the database does not keep up: " + inside + " calls (" + name + ") wait for it already");
            }
            inside++;
        }
        enter(call);
        return call.answer();
    }

    private CompletableFuture<A> unavailable(String why) {
        return CompletableFuture.failedFuture(new StoreUnavailableException(why));
    }

    /** For calls that are counted as inside: new ones, and those that are sent again. */
    private void enter(Call<C, A> call) {
        boolean sendable;
        synchronized (waiting) {
            if (limits.shared() && isShared(call)) {
                return;
            }
            waiting.add(call);
            sendable = !over;
            if (sendable && !isWorkForAnother()) {
                return;
            }
            workers++;
        }
        if (!sendable || !begins()) {
            end();
        }
    }

    /** Whether there is a crew to begin with. Without a thread this time (a process may be out of them) the next call tries again. */
    private boolean begins() {
        try {
            return crew.execute(this::serve);
        } catch (OutOfMemoryError noThread) {
            List<Call<C, A>> left;
            synchronized (waiting) {
                workers--;
                left = workers == 0 ? waiting.clear() : List.of();
            }
            left.forEach(call -> fail(call, Failures.unavailable(noThread)));
            return true;
        }
    }

    /** Who asks what somebody asks already, and is not under way, hears the same; called with the lock held. */
    private boolean isShared(Call<C, A> call) {
        Call<C, A> ahead = waiting.ahead(call);
        if (ahead == null) {
            return false;
        }
        ahead.shareWith(call);
        return true;
    }

    /** A second statement of a kind is worth its commit when a crowd waits for the first one; called with the lock held. */
    private boolean isWorkForAnother() {
        return workers == 0 || (workers < limits.width() && waiting.size() >= limits.crowd());
    }

    /** The crew is gone: whatever waits, or comes back to be sent again, must hear that nobody will send it. */
    void end() {
        List<Call<C, A>> left;
        synchronized (waiting) {
            over = true;
            left = waiting.clear();
        }
        left.forEach(call -> fail(call, new StoreUnavailableException("the store is closed")));
    }

    /** Sends what waits until nothing does; lets other lanes have a turn between two batches when they need one. */
    private void serve() {
        List<Call<C, A>> batch = next();
        while (!batch.isEmpty()) {
            send(batch);
            if (handsOver()) {
                return;
            }
            batch = next();
        }
    }

    /** Whether somebody else goes on later, since other lanes want a thread; where none can be made, nobody does. */
    private boolean handsOver() {
        try {
            return crew.isWanted() && crew.execute(this::serve);
        } catch (OutOfMemoryError noThread) {
            return false;
        }
    }

    /** All that wait, within the limits, no record twice; when nothing waits this worker goes. */
    private List<Call<C, A>> next() {
        List<Call<C, A>> batch;
        synchronized (waiting) {
            boolean enough = workers == 1 || waiting.size() >= limits.crowd();
            batch = enough ? waiting.take(limits.batch(), limits.weight()) : List.of();
            if (batch.isEmpty()) {
                workers--;
            }
        }
        // Two statements that meet on the same rows meet them in the same order.
        return batch.stream().sorted(inOrder).toList();
    }

    private void send(List<Call<C, A>> batch) {
        List<Reply<A>> replies;
        try {
            replies = crew.send(work, batch.stream().map(Call::command).toList());
        } catch (SQLException e) {
            onFailure(batch, e);
            return;
        } catch (RuntimeException | Error e) {
            // Also an Error: whoever waits must hear, and the lane must go on.
            batch.forEach(call -> fail(call, Failures.unavailable(e)));
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            onReply(batch.get(i), replies.get(i));
        }
    }

    /** One bad command must fail alone: halves are tried until it is found. */
    private void onFailure(List<Call<C, A>> batch, SQLException failure) {
        if (batch.size() > 1 && Failures.isOfOneCommand(failure)) {
            int half = batch.size() / 2;
            send(batch.subList(0, half));
            send(batch.subList(half, batch.size()));
        } else if (Failures.isLocked(failure) && batch.size() == 1) {
            sendAgain(batch.get(0), new Reply.Again<>(null));
        } else {
            StoreUnavailableException unavailable = Failures.unavailable(failure);
            batch.forEach(call -> fail(call, unavailable));
        }
    }

    private void onReply(Call<C, A> call, Reply<A> reply) {
        if (reply instanceof Reply.Answered<A> answered) {
            tell(call, answer -> answer.complete(answered.answer()));
        } else if (reply instanceof Reply.Failed<A> failed) {
            fail(call, failed.failure());
        } else if (reply instanceof Reply.Again<A> again) {
            sendAgain(call, again);
        }
    }

    private void sendAgain(Call<C, A> call, Reply.Again<A> again) {
        if (call.mayTryAgain(System.nanoTime(), limits.patience())) {
            crew.after(call.pause(), () -> enter(call));
        } else if (again.lastWord() != null) {
            A lastWord = again.lastWord();
            tell(call, answer -> answer.complete(lastWord));
        } else {
            fail(
                    call,
                    new StoreUnavailableException("another transaction kept the record locked for "
                            + limits.patience().toMillis() + " ms"));
        }
    }

    private void fail(Call<C, A> call, RuntimeException failure) {
        tell(call, answer -> answer.completeExceptionally(failure));
    }

    private void tell(Call<C, A> call, Consumer<CompletableFuture<A>> word) {
        leave();
        word.accept(call.answer());
        call.sharing().forEach(other -> tell(other, word));
    }

    private void leave() {
        synchronized (waiting) {
            inside--;
            waiting.notifyAll();
        }
    }

    /** Takes no new calls. */
    void close() {
        synchronized (waiting) {
            closed = true;
        }
    }

    /** Waits until the last call is answered, not beyond the given {@link System#nanoTime}. */
    boolean isEmptyBy(long deadline) throws InterruptedException {
        synchronized (waiting) {
            while (inside > 0) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                waiting.wait(left);
            }
            return true;
        }
    }
}
