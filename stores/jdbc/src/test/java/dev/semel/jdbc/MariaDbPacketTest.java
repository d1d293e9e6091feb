// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An answer that is more than the server takes in one statement, on MariaDB")
class MariaDbPacketTest {

    private static final int MEBIBYTE = 1 << 20;
    private static long before;

    private HikariDataSource pool;
    private JdbcStore store;

    @BeforeAll
    static void smallPackets() throws SQLException {
        try (HikariDataSource admin = MariaDb.server().pool(1);
                Connection connection = admin.getConnection();
                Statement statement = connection.createStatement();
                ResultSet global = statement.executeQuery("SELECT @@GLOBAL.max_allowed_packet")) {
            global.next();
            before = global.getLong(1);
        }
        limit(8L * MEBIBYTE);
    }

    @AfterAll
    static void asBefore() {
        limit(before);
    }

    private static void limit(long bytes) {
        try (HikariDataSource admin = MariaDb.server().pool(1)) {
            Database.run(admin, "SET GLOBAL max_allowed_packet = " + bytes);
        }
    }

    @BeforeEach
    void open() {
        pool = MariaDb.server().pool(2);
        store = JdbcStore.mariadb(pool).table("semel_packets").connections(1).build();
        store.schema().create();
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    @Test
    @DisplayName("R19, R29: fails alone, and says which setting to change")
    void failsAlone() {
        List<Claim> claims = granted(20);
        List<CompletableFuture<FinishAnswer>> answers = IntStream.range(0, 20)
                .mapToObj(i -> completed(claims.get(i), i == 7 ? 9 * MEBIBYTE : 100))
                .toList();

        for (int i = 0; i < 20; i++) {
            if (i != 7) {
                assertThat(Commands.now(answers.get(i))).isInstanceOf(FinishAnswer.Applied.class);
            }
        }
        assertThatThrownBy(() -> Commands.now(answers.get(7)))
                .hasCauseInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("max_allowed_packet")
                .hasMessageContaining("answerLimit");
    }

    @Test
    @DisplayName(
            "R19: is larger than the limit that it names; up to that, answers of quotes alone are saved and replayed")
    void upToTheLimit() {
        List<Claim> claims = granted(9);
        List<CompletableFuture<FinishAnswer>> answers = IntStream.range(0, 9)
                .mapToObj(i -> completed(claims.get(i), i == 8 ? 2 * MEBIBYTE : MEBIBYTE / 8))
                .toList();

        answers.forEach(answer -> assertThat(Commands.now(answer)).isInstanceOf(FinishAnswer.Applied.class));
        ClaimAnswer again =
                Commands.now(store.claim(Commands.claim(claims.get(8).id())));
        assertThat(((ClaimAnswer.Final) again).answer().saved().toBytes()).isEqualTo(quotes(2 * MEBIBYTE));
    }

    @Test
    @DisplayName("R22: is refused inside the application's transaction, which can go on")
    void within() throws SQLException {
        Claim claim = granted(1).get(0);
        try (Connection transaction = pool.getConnection()) {
            transaction.setAutoCommit(false);
            assertThatThrownBy(() ->
                            store.completeWithin(transaction, Commands.completes(claim, quotes(2 * MEBIBYTE + 1))))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("max_allowed_packet");
            assertThat(store.completeWithin(transaction, Commands.completes(claim, "too large")))
                    .isInstanceOf(FinishAnswer.Applied.class);
            transaction.commit();
        }
    }

    private List<Claim> granted(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Commands.claim(Commands.freshId()))
                .peek(claim -> assertThat(Commands.now(store.claim(claim))).isInstanceOf(ClaimAnswer.Granted.class))
                .toList();
    }

    private CompletableFuture<FinishAnswer> completed(Claim claim, int bytes) {
        return store.finish(Commands.completes(claim, quotes(bytes))).toCompletableFuture();
    }

    /** Each byte is two in the statement. */
    private static byte[] quotes(int bytes) {
        byte[] quotes = new byte[bytes];
        Arrays.fill(quotes, (byte) '\'');
        return quotes;
    }
}
