// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.RecordId;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
    private final Function<C, RecordId> id;
    private final ToIntFunction<C> weight;
    private final BatchWork<C, A> work;
    private final Comparator<Call<C, A>> inOrder;
    private final Deque<Call<C, A>> waiting = new ArrayDeque<>();
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
        this.id = id;
        this.weight = weight;
        this.work = work;
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
            waiting.add(call);
            sendable = !over;
            if (sendable && !isWorkForAnother()) {
                return;
            }
            workers++;
        }
        if (!sendable || !crew.execute(this::serve)) {
            end();
        }
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
            left = List.copyOf(waiting);
            waiting.clear();
        }
        left.forEach(call -> fail(call, new StoreUnavailableException("the store is closed")));
    }

    /** Sends what waits until nothing does; lets other lanes have a turn between two batches when they need one. */
    private void serve() {
        List<Call<C, A>> batch = next();
        while (!batch.isEmpty()) {
            send(batch);
            if (crew.isWanted() && crew.execute(this::serve)) {
                return;
            }
            batch = next();
        }
    }

    /** All that wait, within the limits, no record twice; when nothing waits this worker goes. */
    private List<Call<C, A>> next() {
        List<Call<C, A>> batch = new ArrayList<>();
        Set<RecordId> ids = new HashSet<>();
        int total = 0;
        synchronized (waiting) {
            Iterator<Call<C, A>> calls = waiting.iterator();
            boolean enough = workers == 1 || waiting.size() >= limits.crowd();
            while (enough && calls.hasNext() && batch.size() < limits.batch() && total < limits.weight()) {
                Call<C, A> call = calls.next();
                // The same record again goes into the next batch: one statement cannot write a row twice.
                if (ids.add(id.apply(call.command()))) {
                    batch.add(call);
                    total += weight.applyAsInt(call.command());
                    calls.remove();
                }
            }
            if (batch.isEmpty()) {
                workers--;
            }
        }
        // Two statements that meet on the same rows meet them in the same order.
        batch.sort(inOrder);
        return batch;
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
        } else {
            StoreUnavailableException unavailable = Failures.unavailable(failure);
            batch.forEach(call -> fail(call, unavailable));
        }
    }

    private void onReply(Call<C, A> call, Reply<A> reply) {
        if (reply instanceof Reply.Answered<A> answered) {
            leave();
            call.answer().complete(answered.answer());
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
            leave();
            call.answer().complete(again.lastWord());
        } else {
            fail(
                    call,
                    new StoreUnavailableException("another transaction kept the record locked for "
                            + limits.patience().toMillis() + " ms"));
        }
    }

    private void fail(Call<C, A> call, RuntimeException failure) {
        leave();
        call.answer().completeExceptionally(failure);
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
