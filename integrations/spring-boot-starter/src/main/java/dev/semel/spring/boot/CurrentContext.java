// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.IdempotencyContext;
import dev.semel.state.History;
import dev.semel.state.Reason;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The attempt that runs on the current thread: that of the innermost protected call, else that of the request. */
final class CurrentContext implements IdempotencyContext {

    private static final ThreadLocal<@Nullable IdempotencyContext> CALL = new ThreadLocal<>();

    private final Supplier<Optional<? extends IdempotencyContext>> request;

    CurrentContext(Supplier<Optional<? extends IdempotencyContext>> request) {
        this.request = request;
    }

    /** Does something as a part of an attempt. */
    <T> T within(IdempotencyContext attempt, Callable<T> work) throws Exception {
        IdempotencyContext before = CALL.get();
        CALL.set(attempt);
        try {
            return work.call();
        } finally {
            if (before == null) {
                CALL.remove();
            } else {
                CALL.set(before);
            }
        }
    }

    private IdempotencyContext current() {
        IdempotencyContext innermost = CALL.get();
        return innermost != null
                ? innermost
                : request.get()
                        .orElseThrow(() -> new IllegalStateException(
                                "nothing protected runs on this thread, so that there is no attempt to know of; ask within a"
                                        + " method or handler with @Idempotent, and on its thread"));
    }

    @Override
    public String operation() {
        return current().operation();
    }

    @Override
    public int attempt() {
        return current().attempt();
    }

    @Override
    public Reason reason() {
        return current().reason();
    }

    @Override
    public History history() {
        return current().history();
    }

    @Override
    public boolean isOwner() {
        return current().isOwner();
    }

    @Override
    public boolean isDegraded() {
        return current().isDegraded();
    }

    @Override
    public void onLost(Runnable signal) {
        current().onLost(signal);
    }
}
