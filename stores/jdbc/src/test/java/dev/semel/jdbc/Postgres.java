// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * The PostgreSQL server of all tests of a run, durable as in production. {@code SEMEL_POSTGRESQL_URL} names another one,
 * with user and password in the URL.
 */
final class Postgres {

    private static final class Started {
        static final Database SERVER = start();
    }

    private Postgres() {}

    static Database server() {
        return Started.SERVER;
    }

    private static Database start() {
        String url = System.getenv("SEMEL_POSTGRESQL_URL");
        if (url != null) {
            return new Database(url, null, null);
        }
        try {
            // Ends with the process: the embedded server has a hook for that.
            EmbeddedPostgres postgres = embedded().start();
            return new Database(postgres.getJdbcUrl("postgres", "postgres"), "postgres", "");
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
        }
    }

    /** A server that may lose nothing that it acknowledged: the embedded one is faster and careless by default. */
    static EmbeddedPostgres.Builder embedded() {
        return EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("max_connections", "200");
    }
}
