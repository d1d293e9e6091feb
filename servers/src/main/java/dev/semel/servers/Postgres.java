// SPDX-License-Identifier: Apache-2.0
package dev.semel.servers;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.ArchUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;

/**
 * The PostgreSQL servers of all tests of a run, durable as in production: version 17, and the newer 18.
 * {@code SEMEL_POSTGRESQL_URL} names another server instead of the first, with user and password in the URL.
 */
public final class Postgres {

    private static final class Started {
        static final Database SERVER = start();
    }

    private static final class Started18 {
        static final Database SERVER =
                start(embedded().setPgBinaryResolver(Postgres::version18), "embedded PostgreSQL 18");
    }

    private Postgres() {}

    public static Database server() {
        return Started.SERVER;
    }

    public static Database server18() {
        return Started18.SERVER;
    }

    private static Database start() {
        String url = System.getenv("SEMEL_POSTGRESQL_URL");
        return url == null ? start(embedded(), "embedded PostgreSQL 17") : new Database(url, null, null);
    }

    private static Database start(EmbeddedPostgres.Builder server, String name) {
        try {
            // Ends with the process: the embedded server has a hook for that.
            return new Database(server.start().getJdbcUrl("postgres", "postgres"), "postgres", "");
        } catch (IOException e) {
            throw new UncheckedIOException("the " + name + " does not start", e);
        }
    }

    /** The build puts it there, from an artifact whose other version is on the class path already. */
    private static InputStream version18(String system, String machine) throws IOException {
        String file = "/postgresql-18/postgres-" + system.toLowerCase(Locale.ROOT) + "-" + ArchUtils.normalize(machine)
                + ".txz";
        InputStream binaries = Postgres.class.getResourceAsStream(file);
        if (binaries == null) {
            throw new IOException(
                    "there is no " + file + " on the class path: mvn generate-test-resources puts it there");
        }
        return binaries;
    }

    /** A server that may lose nothing that it acknowledged: the embedded one is faster and careless by default. */
    public static EmbeddedPostgres.Builder embedded() {
        return EmbeddedPostgres.builder()
                .setPort(Ports.free())
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("max_connections", "200");
    }
}
