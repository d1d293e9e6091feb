// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import dev.semel.spi.Guarantees;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A PostgreSQL store")
class JdbcStoreTest {

    private static final byte[] PAID = "paid".getBytes(StandardCharsets.UTF_8);

    private static HikariDataSource pool;
    private static WatchedSource source;
    private static JdbcStore store;

    @BeforeAll
    static void open() {
        pool = Postgres.server().pool(10);
        source = new WatchedSource(pool);
        store = JdbcStore.postgresql(source).table("semel_own").build();
        store.schema().create();
    }

    @AfterAll
    static void close() {
        store.close();
        pool.close();
    }

    private static String version(RecordId id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT ctid || ' ' || xmin || ' ' || xmax FROM semel_own"
                        + " WHERE key = '" + id.key().value() + "'")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    @DisplayName("R2: a new key costs one statement to claim and one to complete, a replay one")
    void roundTrips() {
        RecordId id = Commands.freshId();
        int before = source.statements();
        Claim claim = Commands.claim(id);
        Commands.now(store.claim(claim));
        assertThat(source.statements() - before).isEqualTo(1);
        Commands.now(store.finish(Commands.completes(claim, PAID)));
        assertThat(source.statements() - before).isEqualTo(2);
        assertThat(Commands.now(store.claim(Commands.claim(id)))).isInstanceOf(ClaimAnswer.Final.class);
        assertThat(source.statements() - before).isEqualTo(3);
    }

    @Test
    @DisplayName("R2: hundreds of callers share a few statements")
    void sharedStatements() {
        int before = source.statements();
        List<CompletableFuture<ClaimAnswer>> answers = IntStream.range(0, 500)
                .mapToObj(i -> store.claim(Commands.claim(Commands.freshId())).toCompletableFuture())
                .toList();
        assertThat(answers).allMatch(answer -> Commands.now(answer) instanceof ClaimAnswer.Granted);
        assertThat(source.statements() - before).isLessThan(100);
    }

    @Test
    @DisplayName("R2: a replay, a conflict and a mismatch neither write nor lock the row, alone or among many")
    void losersWriteNothing() throws SQLException {
        RecordId done = Commands.freshId();
        Commands.completed(store, done, PAID);
        RecordId running = Commands.freshId();
        Commands.now(store.claim(Commands.claim(running)));
        String doneBefore = version(done);
        String runningBefore = version(running);

        Commands.now(store.claim(Commands.claim(done)));
        IntStream.range(0, 40)
                .mapToObj(i -> store.claim(Commands.claim(i % 2 == 0 ? done : running)))
                .toList()
                .forEach(Commands::now);

        assertThat(version(done)).isEqualTo(doneBefore);
        assertThat(version(running)).isEqualTo(runningBefore);
    }

    @Test
    @DisplayName("never takes more connections than it may, however many callers there are")
    void fewConnections() {
        IntStream.range(0, 2_000)
                .mapToObj(i ->
                        i % 3 == 0 ? store.find(Commands.freshId()) : store.claim(Commands.claim(Commands.freshId())))
                .toList()
                .forEach(Commands::now);
        assertThat(source.mostAtOnce()).isLessThanOrEqualTo(4);
    }

    @Test
    @DisplayName("works on a pool whose connections are not in autocommit, and gives them back as they were")
    void poolWithoutAutocommit() throws SQLException {
        HikariConfig config = new HikariConfig();
        pool.copyStateTo(config);
        config.setAutoCommit(false);
        try (HikariDataSource manual = new HikariDataSource(config);
                JdbcStore other =
                        JdbcStore.postgresql(manual).table("semel_own").build()) {
            RecordId id = Commands.freshId();
            Commands.completed(other, id, PAID);
            assertThat(Commands.now(store.find(id))).isPresent();
            try (Connection connection = manual.getConnection()) {
                assertThat(connection.getAutoCommit()).isFalse();
            }
        }
    }

    @Test
    @DisplayName("T10: a record that an older version wrote is replayed byte for byte")
    void goldenRecord() {
        RecordId id = Commands.freshId();
        Database.run(
                pool,
                "INSERT INTO semel_own VALUES ('acme', 'charges.create', '"
                        + id.key().value() + "', 1,"
                        + " 'COMPLETED', decode('" + hex(Commands.FINGERPRINT.toBytes())
                        + "', 'hex'), 2, 17, 4, 'LEASE_LAPSED',"
                        + " 1700000000000000, 1700000030000000, 9223372036854775806, 9223372036854775806, E'1\\tFIRST\\t1700000000000000\\n2\\tLEASE_LAPSED"
                        + "\\t1700000031000000', true, 2, 3, 1700000032000000, 'application/json', false, '{\"id\":7}')");

        ClaimAnswer.Final answer = (ClaimAnswer.Final) Commands.now(store.claim(Commands.claim(id)));

        assertThat(answer.answer().saved().toBytes()).isEqualTo("{\"id\":7}".getBytes(StandardCharsets.UTF_8));
        assertThat(answer.answer().schemaVersion()).isEqualTo(3);
        assertThat(answer.sighting().record().history().lines()).hasSize(2);
    }

    @Test
    @DisplayName("T10, R20: a record of a newer format is refused and left alone, even where it could be taken over")
    void newerFormat() throws SQLException {
        RecordId id = Commands.freshId();
        Commands.now(store.claim(Commands.claim(id)));
        Database.run(
                pool,
                "UPDATE semel_own SET format = 2, lease_until = 0 WHERE key = '"
                        + id.key().value() + "'");
        String before = version(id);

        assertThatThrownBy(() -> Commands.now(store.claim(Commands.claim(id))))
                .hasCauseInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("newer version");

        assertThat(version(id)).isEqualTo(before);
    }

    @Test
    @DisplayName("R20, R27: a damaged record is refused, and what is in it is not shown")
    void damaged() {
        RecordId id = Commands.freshId();
        Commands.now(store.claim(Commands.claim(id)));
        Database.run(
                pool,
                "UPDATE semel_own SET reason = 'secret' WHERE key = '"
                        + id.key().value() + "'");
        assertThatThrownBy(() -> Commands.now(store.find(id)))
                .hasCauseInstanceOf(UnreadableRecordException.class)
                .hasMessageNotContaining("secret");
    }

    @Test
    @DisplayName("R9: a renewal stays on its page and touches no index")
    void renewalIsHot() throws SQLException {
        RecordId id = Commands.freshId();
        Claim claim = Commands.claim(id);
        Commands.now(store.claim(claim));
        long expiry = expiry(id);

        List<RenewAnswer> answers = Commands.now(
                store.renew(List.of(new Renewal(id, 1, claim.claimId(), Commands.LEASE, Commands.RETENTION))));

        assertThat(answers).containsExactly(RenewAnswer.RENEWED);
        assertThat(expiry(id)).as("the only indexed column that could move").isEqualTo(expiry);
    }

    @Test
    @DisplayName("a quick completion stays on its page and touches no index")
    void completionIsHot() throws SQLException {
        RecordId id = Commands.freshId();
        Claim claim = Commands.claim(id);
        Commands.now(store.claim(claim));
        String page = page(id);
        Commands.now(store.finish(Commands.completes(claim, new byte[1024])));
        assertThat(page(id))
                .as("page and the only indexed column that could move")
                .isEqualTo(page);
    }

    private static String page(RecordId id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT split_part(ctid::text, ',', 1) || ' ' || purge_from FROM semel_own WHERE key = '"
                                + id.key().value() + "'")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    @DisplayName("T2, R14: a key that is known to have had an answer, and has expired since, is claimed anew")
    void knownAndExpired() {
        RecordId id = Commands.freshId();
        Commands.completed(store, id, PAID);
        assertThat(Commands.now(store.claim(Commands.claim(id)))).isInstanceOf(ClaimAnswer.Final.class);
        Database.run(
                pool,
                "UPDATE semel_own SET expires_at = 1, purge_from = 1 WHERE key = '"
                        + id.key().value() + "'");
        assertThat(Commands.now(store.claim(Commands.claim(id)))).isInstanceOf(ClaimAnswer.Granted.class);
    }

    private static long expiry(RecordId id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT expires_at FROM semel_own WHERE key = '"
                        + id.key().value() + "'")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @DisplayName("R30: says what the server is set up to survive")
    void guarantees() {
        assertThat(store.guarantees().durability()).isEqualTo(Guarantees.Durability.MACHINE_CRASH);
        assertThat(store.guarantees().clock()).isEqualTo(Guarantees.ClockOwner.SERVER);
    }

    @Test
    @DisplayName("a closed store refuses calls, and closing it again does nothing")
    void closed() {
        JdbcStore closed = JdbcStore.postgresql(pool).table("semel_own").build();
        closed.close();
        closed.close();
        assertThatThrownBy(() -> Commands.now(closed.find(Commands.freshId())))
                .hasCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    @DisplayName("bad settings are refused with their name")
    void badSettings() {
        assertThatThrownBy(() -> JdbcStore.postgresql(pool).connections(0).build())
                .hasMessageContaining("connections");
        assertThatThrownBy(() -> JdbcStore.postgresql(pool).batch(0).build()).hasMessageContaining("batch");
        assertThatThrownBy(() -> JdbcStore.postgresql(pool).queue(0).build()).hasMessageContaining("queue");
        assertThatThrownBy(() ->
                        JdbcStore.postgresql(pool).callLimit(Duration.ZERO).build())
                .hasMessageContaining("callLimit");
        assertThatThrownBy(() -> JdbcStore.postgresql(pool).table("semel; drop table"))
                .hasMessageContaining("table");
    }

    @Test
    @DisplayName("a server that may only be read is refused at the start, and not with each claim")
    void readOnly() {
        // One connection, so that the setting is the store's.
        try (HikariDataSource readers = Postgres.server().pool(1)) {
            Database.run(readers, "SET default_transaction_read_only = on");
            assertThatThrownBy(() -> JdbcStore.postgresql(readers).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("may only be read");
        }
    }

    private static String hex(byte[] bytes) {
        return java.util.HexFormat.of().formatHex(bytes);
    }
}
