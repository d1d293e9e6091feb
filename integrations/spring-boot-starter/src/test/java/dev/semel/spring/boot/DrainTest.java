// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.Postgres;
import dev.semel.spring.Idempotent;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@Timeout(120)
@DisplayName("R9: an application with a server and a pool that ends while a protected request is under way")
class DrainTest {

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws Exception {
        postgres = Postgres.embedded().start();
    }

    @AfterAll
    static void end() throws Exception {
        postgres.close();
    }

    @Test
    @DisplayName("lets it finish, sends its answer and saves it before the pool is closed")
    void graceful() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = endMeanwhile("graceful", Integer.MAX_VALUE);

        assertThat(answer.get().statusCode()).isEqualTo(200);
        assertThat(answer.get().body()).isEqualTo("done with 1");
    }

    @Test
    @DisplayName("and where the server does not wait, lets its work end and its answer be saved all the same")
    void immediate() throws Exception {
        endMeanwhile("immediate", ManagedEngine.PHASE + 1)
                .handle((answer, gone) -> "either")
                .get();
    }

    /** The work goes on when the lifecycle's stop has come to this phase, and needs the pool then. */
    private static CompletableFuture<HttpResponse<String>> endMeanwhile(String shutdown, int phase) throws Exception {
        Gate gate = new Gate(phase);
        Booted booted = Booted.withDataSource(Booted.Open.class, Application.class)
                .bean("gate", gate)
                .with("server.shutdown", shutdown)
                .with("semel.drain-time", "30s")
                .with("semel.http.tenants", "sole")
                .with("semel.jdbc.schema", "create")
                .with("spring.datasource.url", postgres.getJdbcUrl("postgres", "postgres"))
                .with("spring.datasource.username", "postgres")
                .serve();
        String key = Client.newKey();
        Client client = new Client(booted.uri());
        CompletableFuture<HttpResponse<String>> answer =
                CompletableFuture.supplyAsync(() -> client.post("/slow", key, "{}"));
        assertThat(gate.reached.await(30, TimeUnit.SECONDS)).isTrue();

        booted.close();

        assertThat(gate.needed).isTrue();
        assertThat(state(key)).isEqualTo("COMPLETED");
        return answer;
    }

    private static String state(String key) {
        return new JdbcTemplate(postgres.getPostgresDatabase())
                .queryForObject("SELECT state FROM semel_record WHERE key = ?", String.class, key);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Slow.class)
    static class Application {}

    @RestController
    static class Slow {

        private final JdbcTemplate database;
        private final Gate gate;

        Slow(JdbcTemplate database, Gate gate) {
            this.database = database;
            this.gate = gate;
        }

        @PostMapping("/slow")
        @Idempotent("slow")
        String slow() {
            gate.await();
            String answer = "done with " + database.queryForObject("SELECT 1", Integer.class);
            gate.needed = true;
            return answer;
        }
    }

    /** Opens when the application has stopped as far as this phase. */
    static final class Gate implements SmartLifecycle {

        private final int phase;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);
        private volatile boolean needed;
        private volatile boolean running;

        Gate(int phase) {
            this.phase = phase;
        }

        /** Whatever the server does to its threads: work that calls others does not always notice. */
        void await() {
            reached.countDown();
            while (opened.getCount() > 0) {
                try {
                    opened.await();
                } catch (InterruptedException e) {
                    // Goes on, as such work does.
                }
            }
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            opened.countDown();
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return phase;
        }
    }
}
