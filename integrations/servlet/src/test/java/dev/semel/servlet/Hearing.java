// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** In front of ours: knows who listens, and can tell them what a container would. */
final class Hearing implements Filter {

    private final List<AsyncListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicReference<AsyncContext> context = new AtomicReference<>();
    private final AtomicReference<Thread> teller = new AtomicReference<>();

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, jakarta.servlet.FilterChain chain)
            throws IOException, jakarta.servlet.ServletException {
        chain.doFilter(
                new HttpServletRequestWrapper((HttpServletRequest) request) {
                    @Override
                    public AsyncContext startAsync(ServletRequest given, ServletResponse answer) {
                        context.set(super.startAsync(given, answer));
                        return listenedTo(context.get());
                    }
                },
                response);
    }

    private AsyncContext listenedTo(AsyncContext real) {
        return (AsyncContext) Proxy.newProxyInstance(
                AsyncContext.class.getClassLoader(), new Class<?>[] {AsyncContext.class}, (self, method, given) -> {
                    if (method.getName().equals("addListener")) {
                        listeners.add((AsyncListener) given[0]);
                    }
                    try {
                        return method.invoke(real, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    void clientHasGone() {
        teller.set(Thread.currentThread());
        AsyncEvent event = new AsyncEvent(context.get(), new IOException("connection reset by peer"));
        for (AsyncListener listener : listeners) {
            try {
                listener.onError(event);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Until the thread that tells is kept waiting for the handler. */
    void awaitHeld() {
        while (teller.get() == null || !isWaiting(teller.get())) {
            Thread.onSpinWait();
        }
    }

    /** Whether the thread that tells is kept waiting; false when all have heard without that. */
    boolean isHeldBefore(CompletableFuture<Void> told) {
        while (!told.isDone() && (teller.get() == null || !isWaiting(teller.get()))) {
            Thread.onSpinWait();
        }
        return !told.isDone();
    }

    private static boolean isWaiting(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    /** As a container does when all have heard. */
    void end() {
        context.get().complete();
    }
}
