// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service that looks at each byte, and understands only what leaves no doubt about where a request ends. It answers with
 * the target that it was asked for.
 */
final class RecordingUpstream implements AutoCloseable {

    private static final Pattern LINE = Pattern.compile("[A-Za-z]+ (/[!-~]*) HTTP/1\\.1");
    private static final Pattern HEADER =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([\\x20-\\x7e\\t\\x80-\\xff]*)");

    private final ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Seen> requests = new CopyOnWriteArrayList<>();
    private final List<String> malformed = new CopyOnWriteArrayList<>();

    /**
     * A request that arrived.
     *
     * @param target what it asks for
     * @param head its lines, as they came
     * @param body its body, without its framing
     */
    record Seen(String target, String head, String body) {}

    RecordingUpstream() throws IOException {
        threads.execute(this::accept);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    List<Seen> requests() {
        return requests;
    }

    /** What it did not understand. */
    List<String> malformed() {
        return malformed;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                threads.execute(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                Seen seen = read(head, in);
                requests.add(seen);
                String answer = "got " + seen.target;
                out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer)
                        .getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
            }
        } catch (java.io.EOFException cutOff) {
            // A request that the gateway has given up: it is none, and does nothing.
        } catch (IllegalArgumentException e) {
            malformed.add(String.valueOf(e.getMessage()));
        } catch (IOException gone) {
            // The gateway has closed the connection.
        }
    }

    /** Up to the empty line; empty at the end of the connection. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static Seen read(String head, InputStream in) throws IOException {
        String[] lines = head.split("\r\n", -1);
        Matcher first = LINE.matcher(lines[0]);
        check(first.matches(), head);
        int length = -1;
        boolean isChunked = false;
        for (String line : List.of(lines).subList(1, lines.length - 2)) {
            Matcher header = HEADER.matcher(line);
            check(header.matches(), head);
            String name = header.group(1).toLowerCase(Locale.ROOT);
            if (name.equals("content-length")) {
                check(length < 0 && header.group(2).matches("\\d{1,9}"), head);
                length = Integer.parseInt(header.group(2));
            } else if (name.equals("transfer-encoding")) {
                check(!isChunked && header.group(2).equals("chunked"), head);
                isChunked = true;
            }
        }
        check(length < 0 || !isChunked, head);
        String body = isChunked ? chunks(in) : text(whole(in, Math.max(length, 0)));
        return new Seen(first.group(1), head, body);
    }

    private static String chunks(InputStream in) throws IOException {
        StringBuilder body = new StringBuilder();
        while (true) {
            String size = line(in);
            check(size.matches("[0-9a-fA-F]{1,7}"), "chunk " + size);
            int bytes = Integer.parseInt(size, 16);
            body.append(text(whole(in, bytes)));
            String end = line(in);
            check(end.isEmpty(), "after a chunk " + end);
            if (bytes == 0) {
                return body.toString();
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < 2 || !line.substring(line.length() - 2).equals("\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new java.io.EOFException();
            }
            line.append((char) next);
        }
        return line.substring(0, line.length() - 2);
    }

    private static byte[] whole(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new java.io.EOFException();
        }
        return bytes;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static void check(boolean good, String text) {
        if (!good) {
            throw new IllegalArgumentException(text);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
