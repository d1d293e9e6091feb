// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server that can be copied, killed and promoted. */
final class Node implements AutoCloseable {

    /** What a standby calls itself; a primary that waits for it has it among its synchronous_standby_names. */
    private static final String STANDBY = "semel_standby";

    private final Path data;
    private final EmbeddedPostgres server;

    private Node(Path data) throws IOException {
        this.data = data;
        this.server = Postgres.embedded()
                // A standby begins with what was written since its copy was begun, and finds it at the primary.
                .setServerConfig("wal_keep_size", "256MB")
                // In the data directory instead of /dev/shm: it goes with the directory when the server is killed.
                .setServerConfig("dynamic_shared_memory_type", "mmap")
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
    }

    /** A new server. */
    static Node primary(Path data) throws IOException {
        return new Node(data);
    }

    /** A standby of this server that follows it; nobody waits for it yet. */
    Node standby(Path copy) throws IOException, SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('semel', true)");
            DataDirectory.copy(data, copy);
            // In the session that began it: the label says from where on the copy is to be repaired.
            try (ResultSet label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                label.next();
                Files.writeString(copy.resolve("backup_label"), label.getString(1));
            }
        }
        Files.createFile(copy.resolve("standby.signal"));
        Files.writeString(
                copy.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=localhost port=" + server.getPort() + " user=postgres application_name="
                        + STANDBY + "'\nsynchronous_standby_names = ''\n",
                StandardOpenOption.APPEND);
        Node standby = new Node(copy);
        awaitTrue("SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming'");
        return standby;
    }

    /** From now on every commit waits until the standby has it on its disk. */
    void waitForStandby() throws SQLException {
        set("synchronous_standby_names", STANDBY);
        awaitTrue("SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'");
    }

    void waitForNobody() throws SQLException {
        set("synchronous_standby_names", "");
    }

    /** As a standby: hears nothing of its primary any more. */
    void losePrimary() throws SQLException {
        set("primary_conninfo", "");
        awaitTrue("SELECT count(*) = 0 FROM pg_stat_wal_receiver");
    }

    private void set(String setting, String value) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM SET " + setting + " = '" + value + "'");
            statement.execute("SELECT pg_reload_conf()");
        }
    }

    private void awaitTrue(String sql) throws SQLException {
        long start = System.nanoTime();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            while (!isTrue(statement, sql)) {
                if (System.nanoTime() - start > 60_000_000_000L) {
                    throw new IllegalStateException("did not become true: " + sql);
                }
                statement.execute("SELECT pg_sleep(0.02)");
            }
        }
    }

    private static boolean isTrue(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            return result.next() && result.getBoolean(1);
        }
    }

    void promote() throws SQLException {
        awaitTrue("SELECT pg_promote(true, 60)");
    }

    /** All its processes at once, by SIGKILL; the first one first, since it would start the others again. */
    void kill() throws IOException {
        ProcessHandle first =
                ProcessHandle.of(Long.parseLong(pidFile().get(0).trim())).orElseThrow();
        List<ProcessHandle> processes = new ArrayList<>(List.of(first));
        processes.addAll(first.descendants().toList());
        processes.forEach(ProcessHandle::destroyForcibly);
        long start = System.nanoTime();
        while (listens()) {
            if (System.nanoTime() - start > 10_000_000_000L) {
                throw new IllegalStateException("a killed server listens on");
            }
        }
        forgetMemory();
    }

    private boolean listens() {
        try (Socket socket = new Socket("localhost", server.getPort())) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    /** A killed server leaves a small piece of shared memory, which only a restart or somebody else removes. */
    private void forgetMemory() throws IOException {
        String[] keyAndId = pidFile().get(6).trim().split("\\s+", 2);
        new ProcessBuilder("ipcrm", "-m", keyAndId[1]).start();
    }

    private List<String> pidFile() throws IOException {
        return Files.readAllLines(data.resolve("postmaster.pid"));
    }

    Database database() {
        return new Database(server.getJdbcUrl("postgres", "postgres"), "postgres", "");
    }

    private Connection connect() throws SQLException {
        return server.getPostgresDatabase().getConnection();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
