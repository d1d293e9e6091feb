// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that has asked for a saved answer, has seen that it comes, and reads it when it is told to. */
final class SlowClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 30_000;

    private final Socket socket = new Socket();
    private final InputStream in;

    private SlowClient(URI server, String key) throws IOException {
        // It holds little of what was not read.
        socket.setReceiveBufferSize(16 << 10);
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        String request = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\n"
                + "Idempotency-Key: " + key + "\r\nContent-Length: 6\r\n\r\na body";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** Asks, and again while it is told to come later. */
    static SlowClient of(URI server, String key) throws IOException {
        SlowClient asking = new SlowClient(server, key);
        String head = asking.readHead();
        while (head.startsWith("HTTP/1.1 503")) {
            asking.close();
            asking = new SlowClient(server, key);
            head = asking.readHead();
        }
        if (!head.startsWith("HTTP/1.1 200")) {
            throw new AssertionError(head);
        }
        return asking;
    }

    private String readHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended: " + head);
            }
            head.append((char) next);
        }
        return head.toString();
    }

    boolean isConnected() {
        return socket.isConnected() && !socket.isClosed();
    }

    byte[] readBody() throws IOException {
        return in.readAllBytes();
    }

    /** Goes, and the server is told at once, and not when somebody has read what is left. */
    void hangUp() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
