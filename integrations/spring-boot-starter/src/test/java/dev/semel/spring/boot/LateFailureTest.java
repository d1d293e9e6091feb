// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.Postgres;
import dev.semel.spring.Idempotent;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@Tag("http")
@DisplayName("A handler that fails when its answer has been flushed, so that its @ExceptionHandler comes too late,")
class LateFailureTest {

    private static EmbeddedPostgres postgres;
    private static Booted booted;
    private static Client client;
    private static JdbcTemplate elsewhere;

    private final String key = Client.newKey();

    @BeforeAll
    static void start() throws Exception {
        postgres = Postgres.embedded().start();
        elsewhere = new JdbcTemplate(postgres.getPostgresDatabase());
        elsewhere.execute("CREATE TABLE report (reference text)");
        booted = Booted.withDataSource(Booted.Open.class, Application.class)
                .with("spring.datasource.url", postgres.getJdbcUrl("postgres", "postgres"))
                .with("spring.datasource.username", "postgres")
                .with("semel.jdbc.schema", "create")
                .with("semel.store-timeout", "30s")
                .serve();
        client = new Client(booted.uri());
    }

    @AfterAll
    static void end() throws Exception {
        booted.close();
        postgres.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/streams", "/emits", "/writes"})
    @DisplayName("R15: is in doubt, and half an answer is nobody's answer:")
    void inDoubt(String path) {
        HttpResponse<String> first = client.post(path, key, key);
        HttpResponse<String> retry = client.post(path, key, key);

        assertThat(first.body()).startsWith("half");
        assertThat(Client.isReplay(retry)).isFalse();
        assertThat(state()).isEqualTo("IN_DOUBT");
    }

    @Test
    @DisplayName("R22: commits nothing in a transaction: nothing has left, its client gets 500, and its key is free")
    void rollsBack() {
        HttpResponse<String> answer = client.post("/transacted", key, key);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(elsewhere.queryForObject("SELECT count(*) FROM report WHERE reference = ?", Integer.class, key))
                .isZero();
        assertThat(state()).isEqualTo("RELEASED");
    }

    @Test
    @DisplayName("is another one than a handler that fails before: its @ExceptionHandler's answer is saved as ever")
    void inTime() {
        assertThat(client.post("/early", key, key).statusCode()).isEqualTo(422);
        assertThat(Client.isReplay(client.post("/early", key, key))).isTrue();
    }

    private String state() {
        return elsewhere.queryForObject("SELECT state FROM semel_record WHERE key = ?", String.class, key);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Reports.class)
    static class Application {}

    @RestController
    static class Reports {

        private final JdbcTemplate database;

        Reports(JdbcTemplate database) {
            this.database = database;
        }

        @ExceptionHandler
        ResponseEntity<String> any(IllegalStateException failure) {
            return ResponseEntity.status(422).body(", and an error");
        }

        @PostMapping("/streams")
        @Idempotent("streams")
        StreamingResponseBody streams(@RequestBody String reference, HttpServletResponse response) {
            return out -> {
                out.write("half".getBytes(StandardCharsets.UTF_8));
                // Spring 7 ignores what is flushed by the stream alone.
                response.flushBuffer();
                throw new IllegalStateException("the other half is missing");
            };
        }

        @PostMapping("/emits")
        @Idempotent("emits")
        ResponseBodyEmitter emits(@RequestBody String reference) throws IOException {
            ResponseBodyEmitter emitter = new ResponseBodyEmitter();
            emitter.send("half");
            emitter.completeWithError(new IllegalStateException("the other half is missing"));
            return emitter;
        }

        @PostMapping("/writes")
        @Idempotent("writes")
        void writes(@RequestBody String reference, HttpServletResponse response) throws IOException {
            response.getOutputStream().write("half".getBytes(StandardCharsets.UTF_8));
            response.flushBuffer();
            throw new IllegalStateException("the other half is missing");
        }

        @PostMapping("/transacted")
        @Idempotent(operation = "transacted", transactional = true)
        void transacted(@RequestBody String reference, HttpServletResponse response) throws IOException {
            database.update("INSERT INTO report VALUES (?)", reference);
            writes(reference, response);
        }

        @PostMapping("/early")
        @Idempotent("early")
        void early(@RequestBody String reference, HttpServletResponse response) throws IOException {
            response.getOutputStream().write("half".getBytes(StandardCharsets.UTF_8));
            throw new IllegalStateException("the other half is missing");
        }
    }
}
