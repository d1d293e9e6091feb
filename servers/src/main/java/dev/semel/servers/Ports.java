// SPDX-License-Identifier: Apache-2.0
package dev.semel.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that must be told theirs before they start. They are below those that systems give to whoever wants any: such a
 * one may be given to somebody else before the server is there.
 */
public final class Ports {

    private static final int LOWEST = 10_240;
    private static final int SPAN = 10_000;

    /** A cluster node of Redis also listens so much above. */
    private static final int BUS = 10_000;

    /** Each process begins elsewhere, and goes on from there. */
    private static final AtomicInteger NEXT = new AtomicInteger(new Random().nextInt(SPAN));

    private Ports() {}

    /** One that nobody listens at, and that was not given before; nobody listens 10,000 above, either. */
    public static int free() {
        for (int tries = 0; tries < SPAN; tries++) {
            int port = LOWEST + NEXT.getAndUpdate(next -> (next + 1) % SPAN);
            if (isFree(port) && isFree(port + BUS)) {
                return port;
            }
        }
        throw new IllegalStateException("there is no free port");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
