// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A blocking caller's thread while it waits. The store's answer to its own call is taken up here: a thread of the executor
 * would only be woken to wake this one. What comes when the caller waits no more goes to the executor.
 *
 * <p>Opened, waited at and closed by the caller; safe for use by those who bring something.
 */
final class Desk implements Executor, AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    private static final ThreadLocal<@Nullable Desk> HERE = new ThreadLocal<>();

    private final Thread owner = Thread.currentThread();
    private final Executor elsewhere;
    private final @Nullable Desk before;
    private @Nullable Queue<Runnable> tasks;
    private boolean closed;

    private Desk(Executor elsewhere, @Nullable Desk before) {
        this.elsewhere = elsewhere;
        this.before = before;
    }

    /** From now on what is asked on this thread is answered on it, until the desk is closed. */
    static Desk open(Executor elsewhere) {
        Desk desk = new Desk(elsewhere, HERE.get());
        HERE.set(desk);
        return desk;
    }

    /** The desk at which this thread sits; null when it does not wait for anything it asks for. */
    static @Nullable Desk here() {
        return HERE.get();
    }

    @Override
    public void execute(Runnable task) {
        if (isTaken(task)) {
            LockSupport.unpark(owner);
        } else {
            elsewhere.execute(task);
        }
    }

    private synchronized boolean isTaken(Runnable task) {
        if (closed) {
            return false;
        }
        if (tasks == null) {
            tasks = new ArrayDeque<>(2);
        }
        return tasks.add(task);
    }

    /** As {@link CompletableFuture#get(long, java.util.concurrent.TimeUnit)}, and does meanwhile what is brought here. */
    <T> T await(CompletableFuture<T> answer, long nanos)
            throws InterruptedException, ExecutionException, TimeoutException {
        long began = System.nanoTime();
        Stages.whenOver(answer, () -> LockSupport.unpark(owner));
        while (!answer.isDone()) {
            Runnable task = next();
            if (task != null) {
                run(task);
            } else if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for the store");
            } else {
                park(nanos - (System.nanoTime() - began));
            }
        }
        return answer.get();
    }

    private synchronized @Nullable Runnable next() {
        return tasks == null ? null : tasks.poll();
    }

    private void park(long nanos) throws TimeoutException {
        if (nanos <= 0) {
            throw new TimeoutException();
        }
        LockSupport.parkNanos(this, nanos);
    }

    /** What goes wrong in a task is not the caller's failure. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.ERROR, "a defect in the engine; please report it", e);
        }
    }

    @Override
    public void close() {
        if (before == null) {
            HERE.remove();
        } else {
            HERE.set(before);
        }
        left().forEach(elsewhere::execute);
    }

    private synchronized List<Runnable> left() {
        closed = true;
        return tasks == null ? List.of() : List.copyOf(tasks);
    }
}
