// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** The network between a store and its server, on loopback: it can fall silent, lose or delay answers, and cut. */
final class Wire implements AutoCloseable {

    private final ServerSocket entrance;
    private final int server;
    private final List<Socket> ends = new CopyOnWriteArrayList<>();
    private final Set<Socket> frozen = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private boolean silent;
    private volatile boolean deaf;
    private volatile Duration delay = Duration.ZERO;

    Wire(int server) throws IOException {
        this.server = server;
        this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    /** From now on nothing arrives, in either direction, and nobody is told. */
    void fallSilent() {
        synchronized (gate) {
            silent = true;
        }
    }

    /** What is connected now falls silent for ever; what is connected later is not concerned. */
    void freeze() {
        frozen.addAll(ends);
    }

    /** From now on commands arrive, and their answers do not. */
    void loseAnswers() {
        deaf = true;
    }

    /** From now on answers take so much longer. */
    void delayAnswers(Duration by) {
        delay = by;
    }

    /** Cuts what is connected, and lets new connections through. */
    void cutAndHeal() {
        ends.forEach(Wire::closeQuietly);
        ends.clear();
        deaf = false;
        delay = Duration.ZERO;
        synchronized (gate) {
            silent = false;
            gate.notifyAll();
        }
    }

    private void accept() throws IOException {
        while (!entrance.isClosed()) {
            Socket client = entrance.accept();
            ends.add(client);
            start(() -> connect(client));
        }
    }

    /** A server that is not there refuses: then the client is cut off, too. */
    private void connect(Socket client) throws IOException {
        try {
            Socket far = new Socket(InetAddress.getLoopbackAddress(), server);
            ends.add(far);
            start(() -> pump(client, far, false));
            start(() -> pump(far, client, true));
        } catch (IOException refused) {
            client.close();
        }
    }

    private void pump(Socket begin, Socket end, boolean answers) throws IOException {
        InputStream from = begin.getInputStream();
        OutputStream to = end.getOutputStream();
        byte[] buffer = new byte[1 << 16];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            awaitVoice();
            if (answers) {
                LockSupport.parkNanos(delay.toNanos());
            }
            if (!frozen.contains(begin) && (!answers || !deaf)) {
                to.write(buffer, 0, read);
                to.flush();
            }
        }
        to.close();
    }

    private void awaitVoice() throws IOException {
        synchronized (gate) {
            while (silent) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    throw new IOException("interrupted", e);
                }
            }
        }
    }

    private static void start(Traffic traffic) {
        Thread thread = new Thread(() -> untilClosed(traffic), "semel-wire");
        thread.setDaemon(true);
        thread.start();
    }

    private static void untilClosed(Traffic traffic) {
        try {
            traffic.run();
        } catch (IOException cut) {
            // An end was closed: that is what a cut wire is, and this thread ends with it.
        }
    }

    private static void closeQuietly(Socket end) {
        try {
            end.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket cannot be closed", e);
        }
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        cutAndHeal();
    }

    private interface Traffic {
        void run() throws IOException;
    }
}
