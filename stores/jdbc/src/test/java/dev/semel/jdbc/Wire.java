// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The network between a store and its server, on loopback: it can fall silent, and it can cut what is connected. */
final class Wire implements AutoCloseable {

    private final ServerSocket entrance;
    private final int server;
    private final List<Socket> ends = new CopyOnWriteArrayList<>();
    private final Object gate = new Object();
    private boolean silent;

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

    /** Cuts what is connected, and lets new connections through. */
    void cutAndHeal() {
        ends.forEach(Wire::closeQuietly);
        ends.clear();
        synchronized (gate) {
            silent = false;
            gate.notifyAll();
        }
    }

    private void accept() throws IOException {
        while (!entrance.isClosed()) {
            Socket client = entrance.accept();
            Socket far = new Socket(InetAddress.getLoopbackAddress(), server);
            ends.add(client);
            ends.add(far);
            start(() -> pump(client.getInputStream(), far.getOutputStream()));
            start(() -> pump(far.getInputStream(), client.getOutputStream()));
        }
    }

    private void pump(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            awaitVoice();
            to.write(buffer, 0, read);
            to.flush();
        }
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
