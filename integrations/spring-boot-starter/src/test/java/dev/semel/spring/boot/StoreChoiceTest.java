// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Execution;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.SqliteStore;
import dev.semel.memory.MemoryStore;
import dev.semel.redis.RedisStore;
import dev.semel.servers.Postgres;
import dev.semel.servers.RedisProcess;
import dev.semel.spi.IdempotencyStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

@Tag("http")
@DisplayName("R31: the starter keeps records in")
class StoreChoiceTest {

    @TempDir
    static Path folder;

    private static EmbeddedPostgres postgres;
    private static RedisProcess redis;

    @BeforeAll
    static void start() throws Exception {
        postgres = Postgres.embedded().start();
        redis = RedisProcess.start();
    }

    @AfterAll
    static void end() throws Exception {
        redis.close();
        postgres.close();
    }

    /** Who is to run something does so on a busy machine, too. */
    private static Booted.Setting patient(Booted.Setting setting) {
        return setting.with("semel.store-timeout", "30s");
    }

    private static Booted.Setting onPostgres(Booted.Setting setting) {
        return patient(setting)
                .with("spring.datasource.url", postgres.getJdbcUrl("postgres", "postgres"))
                .with("spring.datasource.username", "postgres");
    }

    private static Booted.Setting onRedis(Booted.Setting setting) {
        return patient(setting)
                .with("semel.redis.call-limit", "30s")
                .with("spring.data.redis.port", String.valueOf(redis.port()))
                .with("spring.data.redis.host", "127.0.0.1");
    }

    @Test
    @DisplayName("the application's PostgreSQL, in tables that it makes if it is told to, and closes before the pool")
    void postgresql() {
        Booted.Setting setting = onPostgres(Booted.withDataSource(Booted.Plain.class))
                .with("semel.jdbc.table", "made_record")
                .with("semel.jdbc.schema", "create");
        try (Booted booted = setting.run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isInstanceOf(JdbcStore.class);
            assertRunsOnce(booted);
            assertThat(booted.context().getBeanFactory().getDependentBeans("dataSource"))
                    .contains("semelStore");
            assertThat(booted.context().getBeanFactory().getDependentBeans("semelStore"))
                    .contains("semelEngine");
        }
        try (Booted again = setting.with("semel.jdbc.schema", "validate").run()) {
            assertRunsOnce(again);
        }
    }

    @Test
    @DisplayName("no table that nobody made: by default the application does not start, and says what to do")
    void missingTables() {
        FailureAnalysis why = Refusals.ofRun(
                onPostgres(Booted.withDataSource(Booted.Plain.class)).with("semel.jdbc.table", "nobodys_record"));

        assertThat(why.getDescription()).contains("there is no table");
        assertThat(why.getAction()).contains("semel.jdbc.schema=create", "postgresql/schema-1.sql");
    }

    @Test
    @DisplayName("the application's Redis, with the Lettuce that Boot brings")
    void redis() {
        try (Booted booted = onRedis(Booted.withRedis(Booted.Plain.class)).run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isInstanceOf(RedisStore.class);
            assertRunsOnce(booted);
        }
    }

    @Test
    @DisplayName("the Redis that semel.redis.uri names")
    void redisByAddress() {
        Booted.Setting setting = patient(Booted.of(Booted.Bare.class))
                .with("semel.redis.call-limit", "30s")
                .with("semel.redis.uri", "redis://127.0.0.1:" + redis.port());
        try (Booted booted = setting.run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isInstanceOf(RedisStore.class);
            assertRunsOnce(booted);
        }
    }

    @Test
    @DisplayName("none of several: the application does not start until semel.store says which")
    void several() {
        FailureAnalysis why = Refusals.ofRun(onRedis(onPostgres(Booted.withBoth(Booted.Plain.class))));

        assertThat(why.getDescription()).contains("'dataSource' (postgresql)", "Redis at 127.0.0.1:");
        assertThat(why.getAction()).contains("semel.store=postgresql", "semel.store=redis");
        try (Booted booted = onRedis(onPostgres(Booted.withBoth(Booted.Plain.class)))
                .with("semel.store", "redis")
                .run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isInstanceOf(RedisStore.class);
        }
    }

    @Test
    @DisplayName("a file beside the application's SQLite database")
    void sqlite() {
        Path file = folder.resolve("shop.db");
        try (Booted booted = patient(Booted.withDataSource(Booted.Plain.class))
                .with("spring.datasource.url", "jdbc:sqlite:" + file)
                .run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isInstanceOf(SqliteStore.class);
            assertRunsOnce(booted);
        }
        assertThat(folder.resolve("shop.db.semel")).isRegularFile();
    }

    @Test
    @DisplayName("the SQLite file that semel.sqlite.file names")
    void sqliteByPath() {
        Path file = folder.resolve("named.db");
        Booted.Setting setting = patient(Booted.of(Booted.Bare.class))
                .with("semel.store", "sqlite")
                .with("semel.sqlite.file", file.toString());
        try (Booted booted = setting.run()) {
            assertRunsOnce(booted);
            assertThat(Refusals.ofRun(setting).getAction()).contains("semel.sqlite.file");
        }
        assertThat(file).isRegularFile();
    }

    @Test
    @DisplayName("no SQLite database without a file")
    void sqliteWithoutFile() {
        assertThat(Refusals.ofRun(Booted.withDataSource(Booted.Plain.class)
                                .with("spring.datasource.url", "jdbc:sqlite::memory:"))
                        .getAction())
                .contains("semel.sqlite.file", "semel.store=memory");
        assertThat(Refusals.ofRun(Booted.of(Booted.Bare.class).with("semel.store", "sqlite"))
                        .getAction())
                .contains("semel.sqlite.file");
    }

    @Test
    @DisplayName("memory where the application has nothing else, or says so")
    void memory() {
        try (Booted booted = Booted.of(Booted.Bare.class).run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isInstanceOf(MemoryStore.class);
            assertRunsOnce(booted);
        }
        try (Booted booted = onPostgres(Booted.withDataSource(Booted.Plain.class))
                .with("semel.store", "memory")
                .run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isInstanceOf(MemoryStore.class);
        }
    }

    @Test
    @DisplayName("the application's own store, if it has one")
    void ownStore() {
        MemoryStore own = MemoryStore.create();
        try (Booted booted = Booted.of(Booted.Bare.class).bean("own", own).run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isSameAs(own);
        }
    }

    @Test
    @DisplayName("nothing at all when it is switched off")
    void switchedOff() {
        try (Booted booted =
                Booted.of(Booted.Plain.class).with("semel.enabled", "false").serve()) {
            assertThat(booted.context().getBeanProvider(IdempotencyStore.class).getIfAvailable())
                    .isNull();
            assertThat(booted.context().containsBean("semelFilter")).isFalse();
        }
    }

    @Test
    @DisplayName("R29: nothing else when the database does not answer: the application does not start")
    void databaseDown() {
        FailureAnalysis why = Refusals.ofRun(Booted.withDataSource(Booted.Plain.class)
                .with("spring.datasource.url", "jdbc:postgresql://127.0.0.1:1/none")
                .with("spring.datasource.hikari.connection-timeout", "250")
                .with("spring.datasource.hikari.initialization-fail-timeout", "-1"));

        assertThat(why.getDescription()).contains("gives no connection");
        assertThat(why.getAction()).contains("Nothing is kept elsewhere");
    }

    @Test
    @DisplayName("R29: nothing else when Redis does not answer: the application does not start")
    void redisDown() {
        FailureAnalysis why = Refusals.ofRun(
                Booted.of(Booted.Bare.class).with("semel.redis.uri", "redis://user:pa55word@127.0.0.1:1"));

        assertThat(why.getDescription())
                .contains("no answer from Redis at 127.0.0.1:1")
                .doesNotContain("pa55word");
        assertThat(why.getAction()).contains("semel.redis.uri");
    }

    @Test
    @DisplayName("a data source by its name where there are several")
    void severalDataSources() {
        Booted.Setting setting = patient(Booted.of(Booted.Bare.class, TwoDataSources.class));

        FailureAnalysis why = Refusals.ofRun(setting);
        assertThat(why.getDescription()).contains("first, second");
        assertThat(why.getAction()).contains("semel.jdbc.data-source=first");
        setting.with("semel.jdbc.data-source", "second")
                .with("semel.jdbc.schema", "create")
                .with("semel.jdbc.table", "second_record");
        try (Booted booted = setting.run()) {
            assertThat(booted.context().getBeanFactory().getDependentBeans("second"))
                    .contains("semelStore");
            assertRunsOnce(booted);
        }
        assertThat(Refusals.ofRun(setting.with("semel.jdbc.data-source", "third"))
                        .getDescription())
                .contains("'third'");
    }

    @Test
    @DisplayName("the data source that is injected by default, where Boot's second one stands aside")
    void secondDataSource() {
        Booted.Setting setting = patient(Booted.of(Booted.Bare.class, SecondDataSource.class))
                .with("semel.jdbc.schema", "create")
                .with("semel.jdbc.table", "usual_record");

        try (Booted booted = setting.run()) {
            assertThat(booted.context().getBeanFactory().getDependentBeans("usual"))
                    .contains("semelStore");
            assertRunsOnce(booted);
        }
    }

    @Test
    @DisplayName("none of several Redis servers: the application does not start until one is primary")
    void severalRedis() {
        Booted.Setting setting = patient(Booted.of(Booted.Bare.class, TwoRedis.class));

        FailureAnalysis found = Refusals.ofRun(setting);
        FailureAnalysis chosen = Refusals.ofRun(setting.with("semel.store", "redis"));

        assertThat(found.getDescription()).contains("firstRedis", "secondRedis").isEqualTo(chosen.getDescription());
        assertThat(found.getAction()).contains("@Primary", "semel.redis.uri");
    }

    @Test
    @DisplayName("none of a database and several Redis servers: the first advice makes the application start")
    void databaseAndSeveralRedis() {
        Booted.Setting setting = patient(Booted.of(Booted.Bare.class, TwoRedis.class))
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.jdbc.schema", "create")
                .with("semel.jdbc.table", "advised_record");

        FailureAnalysis why = Refusals.ofRun(setting);

        assertThat(why.getDescription()).contains("'dataSource' (postgresql)", "firstRedis", "secondRedis");
        assertThat(why.getAction())
                .startsWith("Say which: semel.store=postgresql, or semel.store=redis")
                .contains("@Primary", "semel.redis.uri");
        try (Booted booted = setting.with("semel.store", "postgresql").run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isInstanceOf(JdbcStore.class);
            assertRunsOnce(booted);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {DeclaredRedis.class, SecondRedis.class, PrimaryRedis.class})
    @DisplayName("the Redis of the connection factory that counts, whatever type it is declared as")
    void redisByFactory(Class<?> factories) {
        Booted.Setting setting =
                patient(Booted.of(Booted.Bare.class, factories)).with("semel.redis.call-limit", "30s");

        try (Booted booted = setting.run()) {
            assertThat(booted.bean(IdempotencyStore.class)).isInstanceOf(RedisStore.class);
            assertRunsOnce(booted);
        }
    }

    @Test
    @DisplayName("no store that semel.store names and that is not there")
    void chosenAndMissing() {
        for (String store : new String[] {"postgresql", "mysql", "mariadb"}) {
            FailureAnalysis why = Refusals.ofRun(Booted.of(Booted.Bare.class).with("semel.store", store));
            assertThat(why.getDescription()).contains("semel.store is " + store, "no data source");
        }
        assertThat(Refusals.ofRun(Booted.of(Booted.Bare.class).with("semel.store", "redis"))
                        .getAction())
                .contains("semel.redis.uri");
    }

    private static void assertRunsOnce(Booted booted) {
        Idempotency engine = booted.bean(Idempotency.class);
        AtomicInteger runs = new AtomicInteger();
        Intent intent = new Intent(
                Operation.named("choice").build(),
                Tenant.sole(),
                new IdempotencyKey(Client.newKey()),
                Fingerprint.of("payload".getBytes(StandardCharsets.UTF_8)));
        try {
            for (int i = 0; i < 2; i++) {
                Execution execution = engine.execute(intent, ticket -> {
                    runs.incrementAndGet();
                    return Outcome.completed(Saved.of("text/plain", new byte[] {1}));
                });
                assertThat(execution).isNotNull();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        assertThat(runs).hasValue(1);
    }

    private static LettuceConnectionFactory lettuce() {
        return new LettuceConnectionFactory("127.0.0.1", redis.port());
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoRedis {

        @Bean
        LettuceConnectionFactory firstRedis() {
            return lettuce();
        }

        @Bean
        RedisConnectionFactory secondRedis() {
            return lettuce();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DeclaredRedis {

        /** Nobody has made it, and seen what it is, before the store asks. */
        @Bean
        @Lazy
        RedisConnectionFactory declaredRedis() {
            return lettuce();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondRedis {

        @Bean
        LettuceConnectionFactory usualRedis() {
            return lettuce();
        }

        @Bean(defaultCandidate = false)
        LettuceConnectionFactory redisAside() {
            return new LettuceConnectionFactory("127.0.0.1", 1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryRedis {

        @Bean
        @Primary
        RedisConnectionFactory primaryRedis() {
            return lettuce();
        }

        @Bean
        LettuceConnectionFactory otherRedis() {
            return new LettuceConnectionFactory("127.0.0.1", 1);
        }
    }

    /** As in Boot's reference, under "Configure Two DataSources". */
    @Configuration(proxyBeanMethods = false)
    static class SecondDataSource {

        @Bean
        DataSource usual() {
            return postgres.getPostgresDatabase();
        }

        @Bean(defaultCandidate = false)
        DataSource aside() {
            return postgres.getPostgresDatabase();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDataSources {

        @Bean
        DataSource first() {
            return postgres.getPostgresDatabase();
        }

        @Bean
        DataSource second() {
            return postgres.getPostgresDatabase();
        }
    }
}
