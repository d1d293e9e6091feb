// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import dev.semel.contracts.Rounds;
import dev.semel.http.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the handlers of a server under test do, and what the kit sees of it. A handler reads the request by its
 * framework's own means, lets the stage {@link #play}, and writes what the stage writes; it runs in the test's process, or
 * could not be watched.
 *
 * <p>Every route begins with {@code run n: }, where n counts the runs of all routes: a replay can be told from a second
 * run by its first bytes. Safe for use by several threads.
 */
public final class HttpStage {

    private static final int PIECE = 8192;

    private final AtomicInteger runs = new AtomicInteger();
    private final Map<String, AtomicInteger> runsByKey = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> begun = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();

    /**
     * A request as its handler sees it.
     *
     * @param path without the query, as it was sent
     * @param query as it was sent; empty where there is none
     * @param key the value of its {@code Idempotency-Key}; empty where there is none
     * @param body what the handler read; for {@code /form} and {@code /upload} see {@link HttpContract}
     */
    @SuppressWarnings("ArrayRecordComponent") // Read once, by the stage.
    public record Request(String path, String query, String key, byte[] body) {}

    /** Where a handler writes its answer, by its framework's means. */
    public interface Sink {

        /** Sets status and headers; comes first, and once. */
        void head(int status, Headers headers) throws IOException;

        /** Writes a piece of the body. */
        void write(byte[] bytes) throws IOException;

        /** Asks the framework to send what has been written. */
        void flush() throws IOException;
    }

    /** What the route {@code /throws} throws, and {@code /held}: no framework knows it. */
    static final class Thrown extends RuntimeException {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        Thrown() {
            super("this handler fails");
        }
    }

    /** Does what the request's route is there for; throws where that is the point. */
    public void play(Request request, Sink sink) throws IOException {
        String key = request.key().replace("\"", "");
        int run = runs.incrementAndGet();
        counter(key).incrementAndGet();
        latch(begun, key).countDown();
        byte[] text = line(run, request.body());
        switch (request.path()) {
            case "/throws", "/held" -> throw new Thrown();
            case "/throws-late" -> throwLate(number(request.query()), sink, text);
            case "/slow", "/waits" -> slow(key, sink, text);
            case "/answer" -> Scenes.answer(number(request.query()), sink, text);
            case "/cookies" -> Scenes.cookies(sink, text);
            case "/redirect" -> sink.head(303, Headers.of("Location", "/echo/" + run));
            case "/large" -> Scenes.large(number(request.query()), sink, text);
            case "/stream" -> stream(key, number(request.query()), sink, text);
            default -> Scenes.echo(run, sink, text);
        }
    }

    private static void throwLate(int bytes, Sink sink, byte[] text) throws IOException {
        sink.head(200, Headers.NONE);
        sink.write(text);
        for (int written = 0; written < bytes; written += PIECE) {
            sink.write(Scenes.filling(PIECE));
            sink.flush();
        }
        throw new Thrown();
    }

    private void slow(String key, Sink sink, byte[] text) throws IOException {
        await(latch(gates, key), "the kit to open the gate");
        sink.head(200, Headers.of("Content-Type", "text/plain"));
        sink.write(text);
    }

    private void stream(String key, int bytes, Sink sink, byte[] text) throws IOException {
        sink.head(200, Headers.of("Content-Type", "text/plain"));
        sink.write(text);
        for (int written = 0; written < bytes; written += PIECE) {
            sink.write(Scenes.filling(Math.min(PIECE, bytes - written)));
            sink.flush();
        }
        sink.flush();
        await(latch(gates, key), "the kit to open the gate");
        sink.write("end".getBytes(StandardCharsets.UTF_8));
        sink.flush();
    }

    /** How many seconds the kit waits for what must happen. */
    static int patience() {
        return Rounds.of("http.patience");
    }

    /** How often a handler ran for this key. */
    int runs(String key) {
        return counter(key).get();
    }

    /** How often any handler ran. */
    int runs() {
        return runs.get();
    }

    /** Waits until a handler runs for this key. */
    void awaitRun(String key) {
        await(latch(begun, key), "a handler to run");
    }

    /** Lets the handlers of this key go on. */
    void open(String key) {
        latch(gates, key).countDown();
    }

    private AtomicInteger counter(String key) {
        return runsByKey.computeIfAbsent(key, none -> new AtomicInteger());
    }

    private static CountDownLatch latch(Map<String, CountDownLatch> latches, String key) {
        return latches.computeIfAbsent(key, none -> new CountDownLatch(1));
    }

    private static int number(String query) {
        return query.isEmpty() ? 0 : Integer.parseInt(query.substring(query.indexOf('=') + 1));
    }

    private static byte[] line(int run, byte[] body) {
        byte[] begin = ("run " + run + ": ").getBytes(StandardCharsets.UTF_8);
        byte[] line = java.util.Arrays.copyOf(begin, begin.length + body.length);
        System.arraycopy(body, 0, line, begin.length, body.length);
        return line;
    }

    private static void await(CountDownLatch latch, String what) {
        try {
            if (!latch.await(patience(), TimeUnit.SECONDS)) {
                throw new AssertionError("waited in vain for " + what);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + what, e);
        }
    }
}
