// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One HTTP/1.1 connection of a client that can do what libraries do not let one do. Used by one thread at a time. */
final class Connection implements AutoCloseable {

    private static final int MILLIS = 1000;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final Socket socket;
    private final InputStream in;
    private String lastMethod = "";

    private Connection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static Connection to(URI server) {
        try {
            Socket socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), HttpStage.patience() * MILLIS);
            socket.setSoTimeout(HttpStage.patience() * MILLIS);
            return new Connection(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends the request and waits for its answer. */
    Seen call(Request request) {
        send(request);
        return read();
    }

    void send(Request request) {
        lastMethod = request.method();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(request.head());
        whole.writeBytes(request.framedBody());
        send(whole.toByteArray());
    }

    void send(byte[] bytes) {
        send(bytes, 0, bytes.length);
    }

    void send(byte[] bytes, int from, int length) {
        try {
            socket.getOutputStream().write(bytes, from, length);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether something has come that can be read. */
    boolean hasAnswer() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads one answer to its end, past interim ones. */
    Seen read() {
        try {
            Seen seen = readHead();
            while (seen.status() < 200) {
                seen = readHead();
            }
            return new Seen(seen.status(), seen.lines(), readBody(seen));
        } catch (IOException e) {
            throw new AssertionError("the server did not answer: " + e, e);
        }
    }

    /** Whether the answer is a success and comes to its end; false when the connection ends before. */
    boolean readsWhole200() {
        try {
            Seen head = readHead();
            readBody(head);
            return head.status() == 200;
        } catch (IOException | NumberFormatException brokenOff) {
            return false;
        }
    }

    /** Reads the head of an answer, and then so many bytes of what follows, whatever the framing. */
    Seen readBeginning(int bytes) {
        try {
            Seen head = readHead();
            return new Seen(head.status(), head.lines(), in.readNBytes(bytes));
        } catch (IOException e) {
            throw new AssertionError("the server did not begin to answer: " + e, e);
        }
    }

    private Seen readHead() throws IOException {
        String status = line();
        List<String> lines = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            lines.add(line.substring(0, colon).toLowerCase(Locale.ROOT) + line.substring(colon));
        }
        return new Seen(Integer.parseInt(status.split(" ", 3)[1]), lines, new byte[0]);
    }

    private byte[] readBody(Seen head) throws IOException {
        if (lastMethod.equals("HEAD") || head.status() == NO_CONTENT || head.status() == NOT_MODIFIED) {
            return new byte[0];
        }
        if (head.header("Transfer-Encoding").isPresent()) {
            return readChunks();
        }
        return head.header("Content-Length").isPresent()
                ? exactly(Integer.parseInt(head.header("Content-Length").get()))
                : in.readAllBytes();
    }

    private byte[] readChunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.writeBytes(exactly(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private byte[] exactly(int bytes) throws IOException {
        byte[] read = in.readNBytes(bytes);
        if (read.length < bytes) {
            throw new EOFException("the connection ended after " + read.length + " of " + bytes + " bytes");
        }
        return read;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended in the middle of a line");
            }
            line.append((char) c);
        }
        return new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8).strip();
    }

    /** Hangs up without a good-bye: the server finds a reset connection. */
    void vanish() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
