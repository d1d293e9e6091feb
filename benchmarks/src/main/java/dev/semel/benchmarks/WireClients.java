// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.key.KeyMaker;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Clients that cost as little as they can: open connections, a request as bytes, an answer by its length. */
final class WireClients implements AutoCloseable {

    private static final String BODY = "{\"amount\":100,\"note\":\"" + "x".repeat(1000) + "\"}";
    private static final int CREATED = 201;

    private final ConcurrentLinkedQueue<Client> idle = new ConcurrentLinkedQueue<>();
    private final KeyMaker keys = KeyMaker.uuidV7();
    private final int port;

    WireClients(int port) {
        this.port = port;
    }

    /** One request with a new key, and its answer. */
    void post() throws IOException {
        Client waiting = idle.poll();
        Client client = waiting == null ? new Client(port) : waiting;
        client.post(keys.next());
        idle.add(client);
    }

    @Override
    public void close() throws IOException {
        for (Client client = idle.poll(); client != null; client = idle.poll()) {
            client.socket.close();
        }
    }

    private static final class Client {

        private final Socket socket;
        private final InputStream in;

        Client(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        }

        void post(String key) throws IOException {
            String request =
                    "POST /charges HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nIdempotency-Key: " + key
                            + "\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            if (!line().startsWith("HTTP/1.1 " + CREATED)) {
                throw new IOException("not created");
            }
            int length = 0;
            for (String line = line(); !line.isEmpty(); line = line()) {
                if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            in.skipNBytes(length);
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new EOFException("the connection ended");
                }
                line.append((char) c);
            }
            return line.toString().strip();
        }
    }
}
