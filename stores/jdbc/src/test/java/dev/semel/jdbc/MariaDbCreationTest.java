// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.MariaDb;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A key that somebody is creating and does not commit, on MariaDB")
class MariaDbCreationTest {

    private static final int SOON_SECONDS = 8;

    @Test
    @DisplayName("R29: is unavailable after a second, and holds up nobody else for longer")
    void othersGoOn() throws SQLException {
        try (HikariDataSource pool = MariaDb.server().pool(4);
                JdbcStore store = JdbcStore.mariadb(pool)
                        .table("semel_creation")
                        .connections(2)
                        .build()) {
            store.schema().create();
            Claim stuck = Commands.claim(Commands.freshId());
            try (Connection other = creating(pool, stuck)) {
                CompletableFuture<ClaimAnswer> first = store.claim(stuck).toCompletableFuture();
                CompletableFuture<ClaimAnswer> second =
                        store.claim(Commands.claim(Commands.freshId())).toCompletableFuture();

                assertThat(second.orTimeout(SOON_SECONDS, TimeUnit.SECONDS).join())
                        .isInstanceOf(ClaimAnswer.Granted.class);
                assertThatThrownBy(() -> Commands.now(first)).hasCauseInstanceOf(StoreUnavailableException.class);
                other.rollback();
            }
            assertThat(Commands.now(store.claim(stuck))).isInstanceOf(ClaimAnswer.Granted.class);
        }
    }

    /** As another process does whose commit waits, for example for a replica. */
    private static Connection creating(HikariDataSource pool, Claim claim) throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO semel_creation (tenant, operation, `key`, format, state, fingerprint,"
                    + " attempt, claim_origin, claim_sequence, reason, created_at, lease_until, expires_at, history)"
                    + " VALUES ('acme', 'charges.create', '" + claim.id().key().value() + "', 1, 'IN_PROGRESS',"
                    + " REPEAT('x', 32), 1, 1, 1, 'FIRST', 1, 1, 1, '')");
        }
        return connection;
    }
}
