// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A service of which a test says every byte itself, on connections that live on. */
final class RawUpstream implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");

    /** Longer than connections are kept by default, and shorter than by Vert.x. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final Semaphore ended = new Semaphore(0);
    private final Script script;

    /** Answers a request, of which it gets head and body. */
    interface Script {
        void answer(String request, OutputStream out) throws IOException, InterruptedException;
    }

    RawUpstream(Script script) {
        this.script = script;
        try {
            server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** Heads and bodies of what arrived, in the order in which it did. */
    List<String> asked() {
        return asked;
    }

    /** How many connections there have been. */
    int connections() {
        return connections.get();
    }

    /** Waits until the gateway ends one of them; false where it does not do that for long. */
    boolean awaitsEnd() throws InterruptedException {
        return ended.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    static void say(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                threads.execute(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (String request = next(in); !request.isEmpty(); request = next(in)) {
                asked.add(request);
                script.answer(request, socket.getOutputStream());
            }
            ended.release();
        } catch (IOException gone) {
            // The gateway has heard enough.
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static String next(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int read = in.read();
            if (read < 0) {
                return "";
            }
            head.append((char) read);
        }
        Matcher length = LENGTH.matcher(head);
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        return head + new String(body, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
