// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.servers.Ports;
import dev.semel.servers.Postgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A PostgreSQL server that can be stopped in the middle of everything, and started again where it was. */
final class KillablePostgres implements AutoCloseable {

    private final Path data;
    private final int port = Ports.free();
    private EmbeddedPostgres server;

    KillablePostgres(Path data) throws IOException {
        this.data = data;
        this.server = start();
    }

    private EmbeddedPostgres start() throws IOException {
        return Postgres.embedded()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .start();
    }

    String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** What PostgreSQL calls an immediate stop: no farewell, no checkpoint; the next start recovers from its log. */
    void stopAtOnce() throws IOException, InterruptedException {
        String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim();
        new ProcessBuilder("kill", "-QUIT", pid).start().waitFor();
        while (listens()) {
            LockSupport.parkNanos(1_000_000);
        }
        ProcessHandle.of(Long.parseLong(pid)).ifPresent(first -> first.onExit().join());
    }

    private boolean listens() {
        try (Socket socket = new Socket("localhost", port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    void startAgain() throws IOException {
        server.close();
        server = start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
