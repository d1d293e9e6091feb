// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
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
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.repository.CrudRepository;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@DisplayName("R22: a transactional handler with JPA")
class TransactionalJpaTest {

    private static EmbeddedPostgres postgres;
    private static Booted booted;
    private static Client client;
    private static JdbcTemplate elsewhere;

    private final String key = Client.newKey();

    @BeforeAll
    static void start() throws Exception {
        postgres = Postgres.embedded().start();
        elsewhere = new JdbcTemplate(postgres.getPostgresDatabase());
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
    @DisplayName("commits what it persisted together with its answer, and a retry replays")
    void commitsTogether() {
        HttpResponse<String> first = client.post("/purchases", key, key);
        HttpResponse<String> retry = client.post("/purchases", key, key);

        assertThat(booted.bean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(Client.isReplay(retry)).isTrue();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "whose rows cannot be written, which JPA finds out after it has answered, gives the answer of the policy's rule")
    void flushFails() {
        client.post("/purchases", key, key);

        HttpResponse<String> second = client.post("/purchases", Client.newKey(), key);

        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).isEqualTo("there is one already");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "that returns nothing writes within the dispatcher, too: what cannot be written reaches its @ExceptionHandler")
    void flushFailsWithoutBody() {
        HttpResponse<String> first = client.post("/purchases/silent", Client.newKey(), key);

        HttpResponse<String> second = client.post("/purchases/silent", key, key);
        HttpResponse<String> retry = client.post("/purchases/silent", key, key);

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.statusCode()).isEqualTo(410);
        assertThat(second.body()).isEqualTo("found out by the handler");
        assertThat(retry.body()).isEqualTo(second.body());
        assertThat(Client.isReplay(retry)).isTrue();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "and the annotated methods of a repository run once for a key, those that Spring Data has code for, too")
    void repositories() {
        Archive purchases = booted.bean(Archive.class);

        String first = purchases.take(key);
        String second = purchases.take(key);

        assertThat(second).isEqualTo(first);
        assertThat(rows()).isEqualTo(1);
        Purchase found = purchases.findByReference(key);
        purchases.deleteById(found.id);
        // It would throw or delete another, if it ran.
        purchases.deleteById(found.id);
        assertThat(rows()).isZero();
        assertThat(booted.bean(BeanOperations.class).names()).containsExactly("repository.delete", "repository.take");
    }

    private int rows() {
        return elsewhere.queryForObject("SELECT count(*) FROM purchase WHERE reference = ?", Integer.class, key);
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    @EnableJpaRepositories(
            considerNestedRepositories = true,
            includeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Archive.class))
    @Import({Purchases.class, SilentPurchases.class})
    static class Shop {
        @Bean
        PolicyCustomizer rules() {
            return new PolicyCustomizer() {
                @Override
                public void customize(String operation, HttpPolicyBuilder policy) {
                    policy.outcomes(OutcomeRules.defaults()
                            .exception(
                                    DataIntegrityViolationException.class,
                                    failure -> HttpAnswer.of(
                                            409,
                                            Headers.NONE,
                                            "there is one already".getBytes(java.nio.charset.StandardCharsets.UTF_8))));
                }
            };
        }
    }

    @RestController
    static class Purchases {

        @PersistenceContext
        EntityManager purchases;

        @PostMapping("/purchases")
        @Idempotent(operation = "purchases", transactional = true)
        String buy(@RequestBody String reference) {
            Purchase purchase = new Purchase();
            purchase.reference = reference;
            purchases.persist(purchase);
            return "bought " + reference;
        }
    }

    @RestController
    static class SilentPurchases {

        @PersistenceContext
        EntityManager purchases;

        @PostMapping("/purchases/silent")
        @ResponseStatus(HttpStatus.CREATED)
        @Idempotent(operation = "purchases.silent", transactional = true)
        void buy(@RequestBody String reference) {
            Purchase purchase = new Purchase();
            purchase.reference = reference;
            purchases.persist(purchase);
        }

        @ExceptionHandler
        ResponseEntity<String> taken(DataIntegrityViolationException failure) {
            return ResponseEntity.status(HttpStatus.GONE).body("found out by the handler");
        }
    }

    interface Archive extends CrudRepository<Purchase, Long> {

        Purchase findByReference(String reference);

        @Idempotent(operation = "repository.take", key = "#p0")
        default String take(String reference) {
            Purchase purchase = new Purchase();
            purchase.reference = reference;
            save(purchase);
            return "taken " + purchase.id;
        }

        @Override
        @Idempotent(operation = "repository.delete", key = "#p0")
        void deleteById(Long id);
    }

    @Entity(name = "Purchase")
    static class Purchase {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        Long id;

        @Column(unique = true)
        String reference;
    }
}
