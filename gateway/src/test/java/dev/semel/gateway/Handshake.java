// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A TLS handshake that a gateway may refuse, by a socket: when a server ends the connection during the handshake, the JDK's HTTP
 * client now and then waits for ever.
 */
final class Handshake {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final byte[] REQUEST =
            "GET /plain HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private Handshake() {}

    /** What comes back; nothing where the connection ended, in whichever way. Who says nothing and goes on is a failure. */
    static String answer(SSLContext client, int port, String protocol) throws IOException {
        try (SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("localhost", port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {protocol});
            socket.setSSLParameters(parameters);
            return exchange(socket);
        }
    }

    private static String exchange(SSLSocket socket) throws SocketTimeoutException {
        try {
            socket.getOutputStream().write(REQUEST);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            return "";
        }
    }
}
