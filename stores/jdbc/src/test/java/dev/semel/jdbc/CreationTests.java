// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
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

/** What holds on every server while somebody creates a key and does not commit; which server it is, subclasses say. */
abstract class CreationTests {

    private static final String TABLE = "semel_creation";

    /** Before the store gives up the connection (5 s), which would fail everybody. */
    private static final int SOON_SECONDS = 4;

    abstract Database server();

    abstract JdbcStoreBuilder store(HikariDataSource pool);

    /** The statement that creates the record of a claim in the given table, as another process sends it. */
    abstract String creation(String table, String key);

    @ParameterizedTest(name = "{0} others")
    @ValueSource(ints = {1, 60})
    @DisplayName("R29: is unavailable after a second, and neither fails nor stalls whoever wants another key: ")
    final void othersGoOn(int others) throws SQLException {
        try (HikariDataSource pool = server().pool(4);
                JdbcStore store = store(pool).table(TABLE).connections(2).build()) {
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
    private Connection creating(HikariDataSource pool, Claim claim) throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(creation(TABLE, claim.id().key().value()));
        }
        return connection;
    }
}
