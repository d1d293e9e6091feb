// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The least that a durable store must do: appends what all waiting callers bring with one write, flushes it with one
 * fdatasync, and tells them. It decides nothing, and finds nothing again.
 */
final class RawLog implements AutoCloseable {

    private static final int LARGEST_BATCH = 512;

    private record Entry(ByteBuffer bytes, CompletableFuture<Boolean> written) {}

    private final FileChannel channel;
    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
    private final Thread writer = new Thread(this::run, "raw-log");
    private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    private boolean closed;

    RawLog(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        writer.setDaemon(true);
        writer.start();
    }

    CompletableFuture<Boolean> append(byte[] bytes) {
        Entry entry = new Entry(ByteBuffer.wrap(bytes), new CompletableFuture<>());
        synchronized (waiting) {
            waiting.add(entry);
            waiting.notify();
        }
        return entry.written();
    }

    private void run() {
        try {
            List<Entry> batch = take();
            while (!batch.isEmpty()) {
                write(batch);
                batch.forEach(entry -> entry.written().complete(true));
                batch = take();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the log cannot be written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Entry> take() throws InterruptedException {
        List<Entry> batch = new ArrayList<>();
        synchronized (waiting) {
            while (waiting.isEmpty() && !closed) {
                waiting.wait();
            }
            while (!waiting.isEmpty() && batch.size() < LARGEST_BATCH) {
                batch.add(waiting.remove());
            }
        }
        return batch;
    }

    private void write(List<Entry> batch) throws IOException {
        int size = batch.stream().mapToInt(entry -> entry.bytes().remaining()).sum();
        if (size > buffer.capacity()) {
            buffer = ByteBuffer.allocateDirect(2 * size);
        }
        buffer.clear();
        batch.forEach(entry -> buffer.put(entry.bytes()));
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        synchronized (waiting) {
            closed = true;
            waiting.notify();
        }
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        channel.close();
    }
}
