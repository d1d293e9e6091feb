// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Admission;
import dev.semel.AsyncHandler;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.Intent;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.springframework.context.SmartLifecycle;

/**
 * An engine that lives with the application context: it drains when the context stops, after the web server has stopped taking
 * requests and before any bean is destroyed, so that handlers that still run have their pools. A context that starts again gets
 * a new engine. Safe for use by several threads.
 */
final class ManagedEngine implements Idempotency, SmartLifecycle {

    /** Below the web server (2048 under the highest, and 1024 for its graceful end), so that it is stopped after it. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

    private final Supplier<Idempotency> opening;
    private volatile Idempotency engine;
    private volatile boolean running = true;

    ManagedEngine(Supplier<Idempotency> opening) {
        this.opening = opening;
        this.engine = opening.get();
    }

    @Override
    public Admission admit(Intent intent) {
        return engine.admit(intent);
    }

    @Override
    public CompletionStage<Admission> admitAsync(Intent intent) {
        return engine.admitAsync(intent);
    }

    @Override
    public CompletionStage<Admission> admitOrWait(Intent intent) {
        return engine.admitOrWait(intent);
    }

    @Override
    public Execution execute(Intent intent, Handler handler) throws Exception {
        return engine.execute(intent, handler);
    }

    @Override
    public CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler) {
        return engine.executeAsync(intent, handler);
    }

    @Override
    public synchronized void start() {
        if (!running) {
            engine = opening.get();
            running = true;
        }
    }

    @Override
    public synchronized void stop() {
        running = false;
        engine.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** Also when the context failed before it was started, and nothing of it is ever stopped. */
    @Override
    public void close() {
        stop();
    }
}
