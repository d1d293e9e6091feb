// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * What a refused request's body still has on its way. A server that closes a connection with unread bytes on it resets it, and
 * the client, still writing, may never see the answer that tells it why (Jetty does that; Tomcat swallows as much as this).
 */
final class Leftovers {

    /** Beyond it the client is cut off: nobody may keep a thread busy by sending without end. */
    private static final long LIMIT = 2 * 1024 * 1024;

    /** Nor by sending slowly: the answer has been written. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private static final int CHUNK = 8192;

    private Leftovers() {}

    /**
     * To be called before a request is refused of which nothing was read. Tomcat has told a client that asked to continue, as a rule
     * before anybody looked at its request, and swallows nothing of what it sends then when it is refused.
     */
    static void drainPromised(HttpServletRequest request) {
        if (request.getHeader("Expect") != null && isTomcat(request)) {
            drain(request);
        }
    }

    /**
     * Of a body of which nothing was read. A client that waits for 100 Continue has its answer instead, and sends nothing: to
     * read would mean to wait for it.
     */
    static void drainUnread(HttpServletRequest request) {
        if (request.getHeader("Expect") == null) {
            drain(request);
        }
    }

    /**
     * Whether the answer must stay open until the rest of the body is drained: of a client that was told to continue Tomcat swallows
     * nothing, and lets nobody read it once an answer has all of its announced length.
     */
    static boolean needOpenAnswer(HttpServletRequest request) {
        return request.getHeader("Expect") != null && isTomcat(request) && !isRead(request);
    }

    private static boolean isTomcat(HttpServletRequest request) {
        return request.getServletContext().getServerInfo().startsWith("Apache Tomcat");
    }

    private static boolean isRead(HttpServletRequest request) {
        try {
            return request.getInputStream().isFinished();
        } catch (IOException | IllegalStateException readInFront) {
            return true;
        }
    }

    /** Reads and forgets what is left; to be called when the answer has been written. Blocks as reading the body would have. */
    static void drain(HttpServletRequest request) {
        try {
            ServletInputStream stream = request.getInputStream();
            // A connection of HTTP/2 has other requests, and ends this one without being closed.
            if (!stream.isFinished() && request.getProtocol().startsWith("HTTP/1")) {
                drain(stream);
            }
        } catch (IOException | RuntimeException gone) {
            // The client has gone, sends what is no HTTP, or was read by a Reader in front: it has its answer, and that
            // is all.
        }
    }

    private static void drain(ServletInputStream stream) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long drained = 0;
        int read = 0;
        long begun = System.nanoTime();
        while (read >= 0 && drained < LIMIT && System.nanoTime() - begun < PATIENCE_NANOS) {
            read = stream.read(chunk);
            drained += read;
        }
    }
}
