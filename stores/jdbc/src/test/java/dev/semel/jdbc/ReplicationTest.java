// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.contracts.Rounds;
import dev.semel.spi.Guarantees.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A PostgreSQL primary with a standby")
class ReplicationTest {

    private static final int CLIENTS = 8;

    /** A disk that a busy machine lets wait is no reason for a test to fail. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final String TABLE = "semel_failover";

    @TempDir
    private static Path folder;

    private static final List<Node> NODES = new ArrayList<>();

    private final Random random = new Random(Long.getLong("semel.seed", 20_260_101));

    /** After a failover the standby is the next primary: the last one that was made and promoted. */
    private static Node primary;

    @BeforeAll
    static void start() throws IOException {
        primary = Node.primary(folder.resolve("node-0"));
        NODES.add(primary);
    }

    @AfterAll
    static void stop() throws IOException {
        for (Node node : NODES) {
            node.close();
        }
    }

    private static Node standby() throws IOException, SQLException {
        Node standby = primary.standby(folder.resolve("node-" + NODES.size()));
        NODES.add(standby);
        return standby;
    }

    private static JdbcStore open(HikariDataSource pool) {
        JdbcStore store =
                JdbcStore.postgresql(pool).table(TABLE).callLimit(PATIENCE).build();
        store.schema().create();
        return store;
    }

    @Test
    @DisplayName("R17, R30: what a synchronous primary acknowledged is there after its loss, and no key runs twice")
    void nothingAcknowledgedIsLost() throws Exception {
        int rounds = Rounds.of("failoverRounds");
        for (int round = 1; round <= rounds; round++) {
            Node standby = standby();
            primary.waitForStandby();
            Promises promises = new Promises(round);

            failOver(promises, standby, 100 + random.nextInt(400));

            assertThat(broken(promises)).isEmpty();
            System.out.println("failover " + round + " of " + rounds + ": " + promises.summary());
        }
    }

    @Test
    @DisplayName("The check finds what was lost with a primary whose standby had not heard of it")
    void canFail() throws Exception {
        Node standby = standby();
        standby.losePrimary();
        Promises promises = new Promises(1000);

        failOver(promises, standby, 100);

        assertThat(broken(promises)).anyMatch(finding -> finding.endsWith("runs twice"));
    }

    /** Clients work, the primary is killed in the middle of it, and the standby becomes the primary. */
    private static void failOver(Promises promises, Node standby, int acknowledged) throws Exception {
        try (HikariDataSource pool = primary.database().pool(4)) {
            pool.setConnectionTimeout(1000);
            JdbcStore store = open(pool);
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Thread client = new Thread(() -> promises.work(store));
                client.start();
                clients.add(client);
            }
            promises.awaitAcknowledged(acknowledged);
            primary.kill();
            promises.end();
            for (Thread client : clients) {
                client.join();
            }
            store.close();
        }
        standby.promote();
        primary = standby;
    }

    private static List<String> broken(Promises promises) {
        try (HikariDataSource pool = primary.database().pool(4)) {
            JdbcStore store = open(pool);
            List<String> broken = promises.brokenOn(store);
            store.close();
            return broken;
        }
    }

    @Test
    @DisplayName("R30: the guarantees are those of the primary's settings")
    void guarantees() throws Exception {
        Node follower = standby();
        try {
            assertThat(durability("ApplicationName=semel")).isEqualTo(Durability.MACHINE_CRASH);
            primary.waitForStandby();
            assertThat(durability("ApplicationName=semel")).isEqualTo(Durability.MACHINE_LOSS);
            assertThat(durability("options=-c%20synchronous_commit=local")).isEqualTo(Durability.MACHINE_CRASH);
            assertThat(durability("options=-c%20synchronous_commit=off")).isEqualTo(Durability.PROCESS_CRASH);
        } finally {
            primary.waitForNobody();
            follower.close();
        }
    }

    private static Durability durability(String option) {
        try (HikariDataSource pool = primary.database().with(option).pool(1)) {
            return JdbcStore.postgresql(pool).build().guarantees().durability();
        }
    }
}
