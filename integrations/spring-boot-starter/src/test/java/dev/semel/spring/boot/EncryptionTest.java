// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.seal.KeyRing;
import dev.semel.seal.Seal;
import dev.semel.seal.SealedStore;
import dev.semel.seal.SealingKey;
import dev.semel.servers.Postgres;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.Idempotent;
import dev.semel.state.RecordId;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.http.HttpResponse;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@DisplayName("R27: encryption at rest in Spring Boot")
class EncryptionTest {

    private static final String SECRET = "uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E=";
    private static final SealingKey KEY = SealingKey.of("2026-11", SECRET);

    private final String key = Client.newKey();

    @RestController
    static class Till {
        @PostMapping("/pay")
        @Idempotent("till.pay")
        String pay() {
            return "card 4242";
        }
    }

    @Import({OrdersController.class, OrdersController.Service.class})
    static class Shop {}

    @Configuration(proxyBeanMethods = false)
    static class OwnStore {
        @Bean
        IdempotencyStore store() {
            return MemoryStore.create();
        }
    }

    private static Booted.Setting sealing(Booted.Setting setting) {
        return setting.with("semel.encryption.current", "2026-11").with("semel.encryption.keys.2026-11", SECRET);
    }

    private static Booted.Setting till() {
        return Booted.of(Booted.Open.class, Till.class).with("semel.http.tenants", "sole");
    }

    private static Saved kept(Booted booted, String operation, String key) {
        IdempotencyStore inside = SealedStore.within(booted.bean(IdempotencyStore.class));
        RecordId id = new RecordId(Tenant.sole(), operation, new IdempotencyKey(key));
        return Objects.requireNonNull(inside.find(id)
                        .toCompletableFuture()
                        .join()
                        .orElseThrow()
                        .record()
                        .answer())
                .saved();
    }

    @Test
    @DisplayName("is two properties: what is replayed lies sealed in the store")
    void sealed() {
        try (Booted booted = sealing(till()).serve()) {
            Client client = new Client(booted.uri());
            client.post("/pay", key, "{}");

            HttpResponse<String> retry = client.post("/pay", key, "{}");

            assertThat(retry.body()).isEqualTo("card 4242");
            assertThat(Client.isReplay(retry)).isTrue();
            assertThat(Seal.keyOf(kept(booted, "till.pay", key))).contains("2026-11");
        }
    }

    @Test
    @DisplayName("R22: seals what a transaction of the application's saves, and health says that answers are sealed")
    void transactional() throws Exception {
        try (EmbeddedPostgres postgres = Postgres.embedded().start()) {
            new JdbcTemplate(postgres.getPostgresDatabase()).execute(OrdersController.TABLE);
            Booted.Setting setting = sealing(Booted.withDataSource(Booted.Open.class, Shop.class))
                    .with("spring.datasource.url", postgres.getJdbcUrl("postgres", "postgres"))
                    .with("spring.datasource.username", "postgres")
                    .with("semel.jdbc.schema", "create")
                    .with("semel.store-timeout", "30s")
                    .with("management.endpoint.health.show-details", "always")
                    .with("semel.http.tenants", "sole");
            try (Booted booted = setting.serve()) {
                Client client = new Client(booted.uri());
                HttpResponse<String> first = client.post("/orders", key, key);

                assertThat(first.statusCode()).isEqualTo(201);
                assertThat(client.post("/orders", key, key).body()).isEqualTo(first.body());
                assertThat(Seal.isOn(kept(booted, "orders.take", key))).isTrue();
                assertThat(client.get("/actuator/health").body()).contains("Saved answers are sealed (XAES-256-GCM).");
            }
        }
    }

    @Test
    @DisplayName("takes its keys from a bean instead, but not from both")
    void bean() {
        KeyRing keys = KeyRing.of(KEY);
        try (Booted booted = Booted.of(Booted.Bare.class).bean("keys", keys).run()) {
            assertThat(booted.bean(IdempotencyStore.class))
                    .isInstanceOfSatisfying(
                            SealedStore.class, store -> assertThat(store.keys()).isSameAs(keys));
        }
        assertThat(Refusals.ofRun(sealing(Booted.of(Booted.Bare.class).bean("keys", keys)))
                        .getDescription())
                .contains("semel.encryption.keys", "KeyRing");
    }

    @Test
    @DisplayName("is not believed in where nothing is sealed: a store of the application's own has to be sealed by it")
    void ownStore() {
        FailureAnalysis why = Refusals.ofRun(sealing(Booted.of(Booted.Bare.class, OwnStore.class)));

        assertThat(why.getDescription()).contains("keys for encryption at rest", "bean of the application's own");
        assertThat(why.getAction()).contains("SealedStore.over(store, keys)");
        Booted.Setting setting = sealing(Booted.of(Booted.Bare.class))
                .bean("store", SealedStore.over(MemoryStore.create(), KeyRing.of(KEY)));
        setting.run().close();
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "semel.encryption.current, 2026-12, semel.encryption.current",
        "semel.encryption.keys.2026-11, c2hvcnQ=, semel.encryption.keys[2026-11]",
        "semel.encryption.keys.2026-05, uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E=, semel.encryption.keys",
        "semel.encryption.keys.none, Zk2rB4Jm9v0w1yqTn3cXhW7gLx8s6u5d2R1p9oHtq4A=, semel.encryption.keys[none]"
    })
    @DisplayName("stops the start with the property that cannot be used, and without a secret: ")
    void bad(String property, String value, String named) {
        FailureAnalysis why =
                Refusals.ofRun(sealing(Booted.of(Booted.Bare.class)).with(property, value));

        assertThat(why.getDescription()).startsWith(named + " cannot be used: ").doesNotContain(SECRET, "c2hv");
        assertThat(why.getAction()).isEqualTo("Change " + named + ".");
    }

    @Test
    @DisplayName("refuses plain answers where it is told to, and opens only where the current key is none")
    void strict() {
        try (Booted booted = sealing(Booted.of(Booted.Bare.class))
                .with("semel.encryption.plain", "refuse")
                .run()) {
            assertThat(((SealedStore) booted.bean(IdempotencyStore.class)).keys())
                    .isEqualTo(KeyRing.of(KEY).refusingPlain());
        }
        try (Booted booted = sealing(Booted.of(Booted.Bare.class))
                .with("semel.encryption.current", "none")
                .run()) {
            assertThat(((SealedStore) booted.bean(IdempotencyStore.class)).keys())
                    .isEqualTo(KeyRing.opening(KEY));
        }
    }

    @Test
    @DisplayName("is in no view of the actuator with its secrets, where values are shown either")
    void actuator() {
        try (Booted booted = sealing(till())
                .with("semel.key-hash-secret", "a secret that nobody sees")
                .with("semel.issued-keys.secret", "another one that nobody sees")
                .with("semel.issued-keys.previous-secret", "an older one that nobody sees")
                .with("semel.issued-keys.since", "2030-01-31T12:00:00Z")
                .with("management.endpoints.web.exposure.include", "env,configprops,semel")
                .with("management.endpoint.env.show-values", "always")
                .with("management.endpoint.configprops.show-values", "always")
                .serve()) {
            Client client = new Client(booted.uri());
            for (String view : new String[] {"env", "configprops", "semel"}) {
                HttpResponse<String> shown = client.get("/actuator/" + view);
                assertThat(shown.statusCode()).isEqualTo(200);
                assertThat(shown.body()).doesNotContain(SECRET, "nobody sees");
            }
            assertThat(client.get("/actuator/env").body()).contains("semel.encryption.keys.2026-11");
        }
    }
}
