// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import dev.semel.examples.payments.service.Payments;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the service running: whenever its process ends, it starts another. One that has never served is not started again, since
 * its settings are wrong and stay so. Safe for use by several threads.
 */
final class Supervisor implements AutoCloseable {

    private final Map<String, String> environment;
    private final List<String> arguments;
    private final Changes changes;
    private final Pauses pauses = new Pauses();
    private Child service;
    private long startedAt;
    private int starts;
    private boolean hasServed;
    private boolean closed;

    Supervisor(Map<String, String> environment, List<String> arguments, Changes changes) throws IOException {
        this.environment = environment;
        this.arguments = arguments;
        this.changes = changes;
        this.service = start();
    }

    private Child start() throws IOException {
        Child started = Child.start("service", Payments.class, environment, arguments);
        starts++;
        startedAt = System.nanoTime();
        CompletableFuture<Boolean> served = started.address().handle((address, failure) -> served(failure == null));
        // Its end may be known before its last line is read, and that line may say that it served.
        var unused = started.ended().thenAcceptBoth(served, (code, unusedToo) -> ended(started, code));
        return started;
    }

    private synchronized boolean served(boolean serves) {
        hasServed |= serves;
        changes.add();
        return serves;
    }

    private synchronized void ended(Child last, int code) {
        changes.add();
        if (closed || !hasServed) {
            return;
        }
        Duration lived = Duration.ofNanos(System.nanoTime() - startedAt);
        again("the service has ended (" + code + ")", last.wasKilled() ? Duration.ZERO : pauses.after(lived));
    }

    private void again(String why, Duration pause) {
        System.out.println("supervisor | " + why + ": starting another"
                + (pause.isZero() ? "" : " in " + pause.toMillis() + " ms"));
        Executor later = CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS);
        later.execute(this::again);
    }

    private synchronized void again() {
        if (closed) {
            return;
        }
        try {
            service = start();
        } catch (IOException e) {
            again("no process can be started (" + e.getMessage() + ")", pauses.after(Duration.ZERO));
        } finally {
            changes.add();
        }
    }

    synchronized Child service() {
        return service;
    }

    /** How often the service was started. */
    synchronized int starts() {
        return starts;
    }

    /** Where the service is, unless it is down. */
    Optional<URI> serving() {
        return service().serving();
    }

    /** What the page shows of it. */
    synchronized Map<String, Object> state() {
        return Map.of("running", service.serving().isPresent(), "pid", service.pid(), "starts", starts);
    }

    @Override
    public void close() {
        Child last;
        synchronized (this) {
            closed = true;
            last = service;
        }
        last.close();
    }
}
