// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A connection on which a test says every byte itself. */
final class RawClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 60_000;
    private static final int OVERLOADED = 503;

    /** As long as its beginning, with the status. */
    private static final int STATUS_LINE = "HTTP/1.1 200".length();

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");

    private final Socket socket;
    private final InputStream in;

    /**
     * An answer; of a connection that was closed the status is 0.
     *
     * @param status its status
     * @param head its lines
     * @param body its body
     */
    record Heard(int status, String head, String body) {

        static final Heard CLOSED = new Heard(0, "", "");
    }

    RawClient(URI gateway) throws IOException {
        this(gateway, new Socket());
    }

    private RawClient(URI gateway, Socket socket) throws IOException {
        this.socket = socket;
        socket.connect(new InetSocketAddress(gateway.getHost(), gateway.getPort()));
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** One whose socket holds little of what it has not read. */
    static RawClient thatReadsLate(URI gateway) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(16 << 10);
        return new RawClient(gateway, socket);
    }

    RawClient say(String text) throws IOException {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        } catch (SocketException closed) {
            // What the other side said before it closed the connection can still be read.
        }
        return this;
    }

    /** The next answer. */
    Heard hear() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = read();
            if (next < 0) {
                return Heard.CLOSED;
            }
            head.append((char) next);
        }
        int status = Integer.parseInt(head.substring(9, 12));
        Matcher length = LENGTH.matcher(head);
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        return new Heard(status, head.toString(), new String(body, StandardCharsets.ISO_8859_1));
    }

    private int read() throws IOException {
        try {
            return in.read();
        } catch (SocketException reset) {
            return -1;
        }
    }

    /** Waits until there is an answer, says its status, and leaves it there. */
    int hearsStatus() throws IOException {
        in.mark(STATUS_LINE);
        String line = new String(in.readNBytes(STATUS_LINE), StandardCharsets.ISO_8859_1);
        in.reset();
        return Integer.parseInt(line.substring(STATUS_LINE - 3));
    }

    /**
     * Asks until there is room for the answer, which it leaves there: whoever had the room before may have heard the whole answer a
     * moment before the gateway knows it.
     */
    RawClient saysUntilThereIsRoom(String request) throws IOException {
        say(request);
        while (hearsStatus() == OVERLOADED) {
            hear();
            say(request);
        }
        return this;
    }

    /** Whether the other side closes the connection, without another byte. */
    boolean hearsTheEnd() throws IOException {
        return read() < 0;
    }

    /** Everything until the other side closes the connection. */
    String hearsAll() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
