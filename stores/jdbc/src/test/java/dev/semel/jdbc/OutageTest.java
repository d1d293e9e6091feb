// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Postgres;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A server that does not answer")
class OutageTest {

    /** More than a disk takes on a busy machine, as a rule. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int QUEUE = 100;
    private static final String TABLE = "semel_outage";

    private Wire wire;
    private HikariDataSource pool;
    private JdbcStore store;

    @BeforeEach
    void open() throws Exception {
        URI address = URI.create(Postgres.server().url().substring("jdbc:".length()));
        wire = new Wire(address.getPort());
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(Postgres.server().url().replace(":" + address.getPort() + "/", ":" + wire.port() + "/"));
        config.setUsername(Postgres.server().user());
        config.setPassword(Postgres.server().password());
        config.setMaximumPoolSize(4);
        config.setConnectionTimeout(LIMIT.toMillis());
        config.setValidationTimeout(LIMIT.toMillis());
        config.setInitializationFailTimeout(PATIENCE.toMillis());
        createTable();
        pool = new HikariDataSource(config);
        store = JdbcStore.postgresql(pool)
                .table(TABLE)
                .callLimit(LIMIT)
                .queue(QUEUE)
                .build();
    }

    /** Without a limit that is not the point yet. */
    private static void createTable() {
        try (HikariDataSource direct = Postgres.server().pool(1);
                JdbcStore patient =
                        JdbcStore.postgresql(direct).table(TABLE).connections(1).build()) {
            patient.schema().create();
        }
    }

    @AfterEach
    void close() throws Exception {
        wire.cutAndHeal();
        store.close();
        pool.close();
        wire.close();
    }

    @Test
    @DisplayName("R29: fails its callers as unavailable, beyond a bound at once, and is used again when it is back")
    void silence() {
        assertWorks();
        wire.fallSilent();

        List<CompletableFuture<ClaimAnswer>> calls = IntStream.range(0, QUEUE)
                .mapToObj(i -> store.claim(Commands.claim(Commands.freshId())).toCompletableFuture())
                .toList();
        CompletableFuture<ClaimAnswer> tooMany =
                store.claim(Commands.claim(Commands.freshId())).toCompletableFuture();

        assertThat(tooMany).as("refused at once").isCompletedExceptionally();
        assertThatThrownBy(() -> Commands.now(tooMany)).hasMessageContaining("does not keep up");
        assertThat(calls)
                .allSatisfy(call -> assertThatThrownBy(() -> Commands.now(call))
                        .hasCauseInstanceOf(StoreUnavailableException.class));
        wire.cutAndHeal();
        assertWorks();
    }

    @Test
    @DisplayName("R7, T24: a claim whose answer was cut off finds its own record when it is sent again")
    void answerCutOff() {
        RecordId id = Commands.freshId();
        Claim claim = Commands.claim(id);
        assertThat(answered(claim)).isInstanceOf(ClaimAnswer.Granted.class);
        wire.cutAndHeal();

        ClaimAnswer again = answered(claim);

        assertThat(again).isInstanceOf(ClaimAnswer.Granted.class);
        Sighting seen = ((ClaimAnswer.Granted) again).sighting();
        assertThat(seen.record().attempt()).isEqualTo(1);
    }

    /** What a caller gets who asks until there is an answer. */
    private ClaimAnswer answered(Claim claim) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            CompletableFuture<ClaimAnswer> answer = store.claim(claim).toCompletableFuture();
            try {
                return Commands.now(answer);
            } catch (CompletionException e) {
                assertThat(e).hasCauseInstanceOf(StoreUnavailableException.class);
            }
        }
        throw new AssertionError("the server is there, and the store does not notice");
    }

    private void assertWorks() {
        assertThat(answered(Commands.claim(Commands.freshId()))).isInstanceOf(ClaimAnswer.Granted.class);
    }
}
