// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Postgres;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A key that somebody is creating and does not commit, on PostgreSQL")
class PostgresCreationTest {

    /** Before the store gives up the connection (5 s), which would fail everybody. */
    private static final int SOON_SECONDS = 4;

    @ParameterizedTest(name = "{0} others")
    @ValueSource(ints = {1, 60})
    @DisplayName("R29: is unavailable after a second, and neither fails nor stalls whoever wants another key: ")
    void othersGoOn(int others) throws SQLException {
        try (HikariDataSource pool = Postgres.server().pool(4);
                JdbcStore store = JdbcStore.postgresql(pool)
                        .table("semel_creation")
                        .connections(2)
                        .build()) {
            store.schema().create();
            Claim stuck = Commands.claim(Commands.freshId());
            try (Connection other = creating(pool, stuck)) {
                CompletableFuture<ClaimAnswer> first = store.claim(stuck).toCompletableFuture();
                // Both of a key of its own and beside the stuck one in a batch.
                List<CompletableFuture<ClaimAnswer>> theirs = Stream.concat(
                                IntStream.range(0, others).mapToObj(i -> Commands.claim(Commands.freshId())),
                                Stream.of(stuck))
                        .map(claim -> store.claim(claim).toCompletableFuture())
                        .toList();

                for (CompletableFuture<ClaimAnswer> answer : theirs.subList(0, others)) {
                    assertThat(answer.orTimeout(SOON_SECONDS, TimeUnit.SECONDS).join())
                            .isInstanceOf(ClaimAnswer.Granted.class);
                }
                assertThatThrownBy(() -> Commands.now(first)).hasCauseInstanceOf(StoreUnavailableException.class);
                assertThatThrownBy(() -> Commands.now(theirs.get(others)))
                        .hasCauseInstanceOf(StoreUnavailableException.class);
                other.rollback();
            }
            assertThat(Commands.now(store.claim(stuck))).isInstanceOf(ClaimAnswer.Granted.class);
        }
    }

    /** As another process does that has lost its network in the middle of a statement. */
    private static Connection creating(HikariDataSource pool, Claim claim) throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO semel_creation (tenant, operation, key, format, state, fingerprint,"
                    + " attempt, claim_origin, claim_sequence, reason, created_at, lease_until, expires_at, purge_from,"
                    + " history) VALUES ('acme', 'charges.create', '"
                    + claim.id().key().value()
                    + "', 1, 'IN_PROGRESS', '\\x00', 1, 1, 1, 'FIRST', 1, 1, 1, 1, '')");
        }
        return connection;
    }
}
