// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.key.KeyMaker;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/** What many write by hand: one INSERT … ON CONFLICT and one UPDATE per call, each on a connection of its own. */
final class PlainCycles {

    private static final KeyMaker KEYS = KeyMaker.uuidV7();
    private static final String CLAIM = "INSERT INTO plain_record (tenant, operation, key, state, fingerprint, attempt,"
            + " created_at, lease_until, expires_at) VALUES ('acme', 'charges.create', ?, 'IN_PROGRESS', ?, 1,"
            + " clock_timestamp(), clock_timestamp() + interval '30 s', clock_timestamp() + interval '25 h')"
            + " ON CONFLICT DO NOTHING";
    private static final String COMPLETE = "UPDATE plain_record SET state = 'COMPLETED', body = ?,"
            + " expires_at = clock_timestamp() + interval '24 h' WHERE tenant = 'acme' AND operation = 'charges.create'"
            + " AND key = ? AND attempt = 1 AND state = 'IN_PROGRESS'";
    private static final String REPLAY = "SELECT state, fingerprint, body FROM plain_record WHERE tenant = 'acme'"
            + " AND operation = 'charges.create' AND key = ?";

    private final DataSource pool;
    private final byte[] fingerprint = new byte[32];
    private final byte[] body = new byte[1024];

    private PlainCycles(DataSource pool) {
        this.pool = pool;
        ThreadLocalRandom.current().nextBytes(body);
    }

    static PlainCycles on(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE plain_record (tenant text COLLATE \"C\" NOT NULL, operation text COLLATE \"C\""
                            + " NOT NULL, key text COLLATE \"C\" NOT NULL, state text NOT NULL, fingerprint bytea NOT NULL,"
                            + " attempt int NOT NULL, created_at timestamptz NOT NULL, lease_until timestamptz NOT NULL,"
                            + " expires_at timestamptz NOT NULL, body bytea, PRIMARY KEY (tenant, operation, key))");
            statement.execute("CREATE INDEX plain_record_expiry ON plain_record (expires_at)");
        }
        return new PlainCycles(pool);
    }

    void newKey() throws SQLException {
        newKey(KEYS.next());
    }

    void newKey(String key) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement claim = connection.prepareStatement(CLAIM)) {
            claim.setString(1, key);
            claim.setBytes(2, fingerprint);
            require(claim.executeUpdate() == 1);
        }
        try (Connection connection = pool.getConnection();
                PreparedStatement complete = connection.prepareStatement(COMPLETE)) {
            complete.setBytes(1, body);
            complete.setString(2, key);
            require(complete.executeUpdate() == 1);
        }
    }

    void replay(List<String> keys) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement select = connection.prepareStatement(REPLAY)) {
            select.setString(1, keys.get(ThreadLocalRandom.current().nextInt(keys.size())));
            try (ResultSet result = select.executeQuery()) {
                require(result.next() && result.getBytes(3).length == body.length);
            }
        }
    }

    private static void require(boolean done) {
        if (!done) {
            throw new IllegalStateException("the plain design did not do its part");
        }
    }
}
