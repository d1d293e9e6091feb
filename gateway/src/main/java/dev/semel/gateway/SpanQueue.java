// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Spans on their way to the collector: event loops leave them here without waiting for anybody, and a thread of their own sends
 * them. Of what finds no place, or is not taken, only the number is kept. Safe for use by several threads.
 *
 * <p>Not the SDK's batch processor: that one tells what it drops by OpenTelemetry's meters alone, and the gateway's are Micrometer's.
 */
final class SpanQueue implements SpanProcessor {

    static final int BATCH = 512;

    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final SpanExporter exporter;
    private final SpanTally tally;
    private final int capacity;
    private final Duration timeout;
    private final Queue<ReadableSpan> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableResultCode closed = new CompletableResultCode();
    private final Thread sender;

    SpanQueue(SpanExporter exporter, SpanTally tally, int capacity, Duration timeout) {
        this.exporter = exporter;
        this.tally = tally;
        this.capacity = capacity;
        this.timeout = timeout;
        this.sender = new Thread(this::run, "semel-spans");
        sender.setDaemon(true);
        sender.start();
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        if (!span.getSpanContext().isSampled()) {
            return;
        }
        int now = size.incrementAndGet();
        if (now > capacity || closing.get()) {
            size.decrementAndGet();
            tally.dropped(1);
            return;
        }
        waiting.add(span);
        if (now == Math.min(BATCH, capacity)) {
            LockSupport.unpark(sender);
        }
    }

    private void run() {
        boolean taken = true;
        while (!closing.get()) {
            LockSupport.parkNanos(this, size.get() >= BATCH ? 1 : PAUSE);
            taken = sendAll();
        }
        // One that takes nothing is not asked again and again while somebody waits for the end.
        if (taken) {
            sendAll();
        }
        tally.dropped(waiting.size());
        exporter.shutdown().join(timeout.toMillis(), TimeUnit.MILLISECONDS);
        closed.succeed();
    }

    /** What waits now; false where the collector did not take it. */
    private boolean sendAll() {
        boolean taken = true;
        for (List<SpanData> batch = next(); !batch.isEmpty(); batch = next()) {
            taken = send(batch);
            if (closing.get() && !taken) {
                return false;
            }
        }
        return taken;
    }

    private List<SpanData> next() {
        List<SpanData> batch = new ArrayList<>();
        while (batch.size() < BATCH) {
            ReadableSpan span = waiting.poll();
            if (span == null) {
                break;
            }
            size.decrementAndGet();
            batch.add(span.toSpanData());
        }
        return batch;
    }

    private boolean send(List<SpanData> batch) {
        boolean taken;
        try {
            taken = exporter.export(batch)
                    .join(timeout.plusSeconds(1).toMillis(), TimeUnit.MILLISECONDS)
                    .isSuccess();
        } catch (RuntimeException | Error e) {
            // The thread goes on whatever it was: without it nothing would ever be sent again, without a word.
            taken = false;
        }
        tally.sent(batch.size(), taken);
        return taken;
    }

    /** Sends what is there, if the collector takes it, and ends. */
    @Override
    public CompletableResultCode shutdown() {
        closing.set(true);
        LockSupport.unpark(sender);
        return closed;
    }
}
