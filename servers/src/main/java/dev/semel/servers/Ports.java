// SPDX-License-Identifier: Apache-2.0
package dev.semel.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Ports for servers that must be told theirs before they start. They are below those that systems give to whoever wants any: such a
 * one may be given to somebody else before the server is there. Nor does another process of tests get it that looks for one at the
 * same time: each has blocks of its own.
 */
public final class Ports {

    private static final int LOWEST = 10_240;
    private static final int BLOCKS = 100;
    private static final int BLOCK = 100;

    /** A cluster node of Redis also listens so much above. */
    private static final int BUS = 10_000;

    /** Until the process ends: whoever holds a block's lock gives out its ports. */
    private static final Map<Integer, FileLock> HELD = new HashMap<>();

    private static int next;
    private static int end;

    private Ports() {}

    /** One that nobody listens at, and that was not given before; nobody listens 10,000 above, either. */
    public static synchronized int free() {
        while (true) {
            if (next == end) {
                takeBlock();
            }
            int port = next++;
            if (isFree(port) && isFree(port + BUS)) {
                return port;
            }
        }
    }

    /** Each process begins elsewhere, and goes on from there. */
    private static void takeBlock() {
        int first = new Random().nextInt(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            int block = (first + i) % BLOCKS;
            // One's own is not even opened: to close its file would give its lock back.
            if (!HELD.containsKey(block) && isTaken(block)) {
                next = LOWEST + block * BLOCK;
                end = next + BLOCK;
                return;
            }
        }
        throw new IllegalStateException("there is no free port");
    }

    private static boolean isTaken(int block) {
        try {
            Path folder = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "semel-ports"));
            FileChannel file = FileChannel.open(
                    folder.resolve(block + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = file.tryLock();
            if (lock == null) {
                file.close();
                return false;
            }
            HELD.put(block, lock);
            return true;
        } catch (IOException notOurs) {
            return false;
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
