// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpContext;
import dev.semel.http.HttpPolicyBuilder;
import dev.semel.http.OutcomeRules;
import dev.semel.servers.Postgres;
import dev.semel.spring.Idempotent;
import dev.semel.spring.PolicyCustomizer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Version;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@DisplayName("R22: what JPA and the database do when a transactional handler has returned")
class TransactionalCommitTest {

    private static EmbeddedPostgres postgres;
    private static Booted booted;
    private static Client client;
    private static JdbcTemplate elsewhere;

    private final String key = Client.newKey();

    @BeforeAll
    static void start() throws Exception {
        postgres = Postgres.embedded().start();
        elsewhere = new JdbcTemplate(postgres.getPostgresDatabase());
        elsewhere.execute("CREATE TABLE late (reference text, UNIQUE (reference) DEFERRABLE INITIALLY DEFERRED)");
        booted = Booted.withJpa(Booted.Open.class, Shop.class)
                .with("spring.datasource.url", postgres.getJdbcUrl("postgres", "postgres"))
                .with("spring.datasource.username", "postgres")
                .with("spring.jpa.hibernate.ddl-auto", "create")
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

    @Test
    @DisplayName("is in its answer: the keys and versions that are saved")
    void answer() {
        HttpResponse<String> made = client.post("/parcels", key, key);

        assertThat(made.body()).contains("\"version\":1");
        assertThat(elsewhere.queryForObject("SELECT version FROM parcel WHERE reference = ?", Integer.class, key))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("is in a bean's value, which later callers get as the first one did")
    void value() {
        client.post("/parcels", key, key);
        Changes changes = booted.bean(Changes.class);

        assertThat(changes.change(key).version).isEqualTo(2);
        assertThat(changes.change(key).version).isEqualTo(2);
    }

    @Test
    @DisplayName("is heard of by its @ExceptionHandler, whose answer is saved on its own")
    void exceptionHandler() {
        client.post("/parcels", Client.newKey(), key);

        HttpResponse<String> second = client.post("/parcels/plain", key, key);

        assertThat(second.statusCode()).isEqualTo(422);
        assertThat(second.body()).isEqualTo("there is one");
        assertThat(Client.isReplay(client.post("/parcels/plain", key, key))).isTrue();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("is judged by the policy's rule, too, where nothing but the commit fails")
    void rule() {
        elsewhere.update("INSERT INTO late VALUES (?)", key);

        HttpResponse<String> answer = client.post("/late", key, key);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(Client.isReplay(client.post("/late", key, key))).isTrue();
        assertThat(rows()).isZero();
    }

    @Test
    @DisplayName("R4: leaves a doubt where the commit fails and others were asked by a key of the attempt's")
    void askedOthers() {
        elsewhere.update("INSERT INTO late VALUES (?)", key);

        assertThat(client.post("/asks", key, key).statusCode()).isEqualTo(500);

        assertThat(state()).isEqualTo("IN_DOUBT");
    }

    @Test
    @DisplayName("changes nothing any more when the commit is done: the answer is sent, whoever throws then")
    void afterTheCommit() {
        HttpResponse<String> answer = client.post("/after", key, key);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("after");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("and a classifier that takes an exception for a success commits nothing: it is saved on its own")
    void classified() {
        Changes changes = booted.bean(Changes.class);

        assertThatThrownBy(() -> changes.fail(key)).hasMessage("after the row");

        assertThat(rows()).isZero();
        assertThat(state()).isEqualTo("FAILED");
    }

    private int rows() {
        return elsewhere.queryForObject("SELECT count(*) FROM parcel WHERE reference = ?", Integer.class, key);
    }

    private String state() {
        return elsewhere.queryForObject("SELECT state FROM semel_record WHERE key = ?", String.class, key);
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    @Import({Parcels.class, Late.class, Changes.class})
    static class Shop {
        @Bean
        PolicyCustomizer rules() {
            return new PolicyCustomizer() {
                @Override
                public void customize(String operation, HttpPolicyBuilder policy) {
                    if (operation.equals("late")) {
                        HttpAnswer answer = HttpAnswer.of(409, Headers.NONE, new byte[0]);
                        policy.outcomes(OutcomeRules.defaults()
                                .exception(DataIntegrityViolationException.class, failure -> answer));
                    }
                }

                @Override
                public void customize(String name, OperationBuilder operation) {
                    if (name.equals("changes.fail")) {
                        operation.classifier(failure ->
                                Outcome.completed(Saved.of("text/plain", "done".getBytes(StandardCharsets.UTF_8))));
                    }
                }
            };
        }
    }

    private static Parcel parcel(String reference) {
        Parcel parcel = new Parcel();
        parcel.reference = reference;
        return parcel;
    }

    @RestController
    static class Parcels {

        @PersistenceContext
        EntityManager parcels;

        @PostMapping("/parcels")
        @Idempotent(operation = "parcels", transactional = true)
        Parcel take(@RequestBody String reference) {
            Parcel parcel = takePlain(reference);
            parcels.flush();
            parcel.changes++;
            return parcel;
        }

        @PostMapping("/parcels/plain")
        @Idempotent(operation = "parcels.plain", transactional = true)
        Parcel takePlain(@RequestBody String reference) {
            Parcel parcel = parcel(reference);
            parcels.persist(parcel);
            return parcel;
        }

        @ExceptionHandler
        ResponseEntity<String> twice(DataIntegrityViolationException e) {
            return ResponseEntity.status(422).body("there is one");
        }
    }

    @RestController
    static class Late {

        @PersistenceContext
        EntityManager parcels;

        private final JdbcTemplate database;

        Late(JdbcTemplate database) {
            this.database = database;
        }

        @PostMapping("/late")
        @Idempotent(operation = "late", transactional = true)
        String late(@RequestBody String reference) {
            parcels.persist(parcel(reference));
            database.update("INSERT INTO late VALUES (?)", reference);
            return "late";
        }

        @PostMapping("/asks")
        @Idempotent(operation = "asks", transactional = true)
        String asks(@RequestBody String reference, HttpContext attempt) {
            database.update("INSERT INTO late VALUES (?)", reference);
            return attempt.derivedKey("provider");
        }

        @PostMapping("/after")
        @Idempotent(operation = "after", transactional = true)
        String after(@RequestBody String reference) {
            parcels.persist(parcel(reference));
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    throw new IllegalStateException("after the commit");
                }
            });
            return "after";
        }
    }

    static class Changes {

        @PersistenceContext
        EntityManager parcels;

        @Idempotent(operation = "changes.change", key = "#reference", transactional = true)
        public Parcel change(String reference) {
            Parcel parcel = parcels.createQuery("SELECT p FROM Parcel p WHERE p.reference = :one", Parcel.class)
                    .setParameter("one", reference)
                    .getSingleResult();
            parcel.changes++;
            return parcel;
        }

        @Idempotent(operation = "changes.fail", key = "#reference", transactional = true)
        public String fail(String reference) {
            parcels.persist(parcel(reference));
            throw new IllegalStateException("after the row");
        }
    }

    @Entity(name = "Parcel")
    static class Parcel {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @JsonProperty
        Long id;

        @Column(unique = true)
        @JsonProperty
        String reference;

        @JsonProperty
        int changes;

        @Version
        @JsonProperty
        int version;
    }
}
