// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.Postgres;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.Idempotent;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import kotlin.coroutines.Continuation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.MethodParameter;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Mono;

@Tag("http")
@DisplayName("R22: an application with a transactional operation does not start")
class TransactionalStartTest {

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = Postgres.embedded().start();
    }

    @AfterAll
    static void end() throws IOException {
        postgres.close();
    }

    @Test
    @DisplayName("whose handler goes on after it has returned, and names it")
    void goesOn() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, Streamed.class));

        assertThat(why.getDescription())
                .contains("Streamed.add", "is transactional", "returns ResponseEntity", "its work goes on");
        assertThat(why.getAction()).contains("plain value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"deferred", "later", "promised", "streamed", "told", "reactive", "wrapped"})
    @DisplayName("whose handler goes on after it has returned, whatever type says so")
    void everyTypeThatGoesOn(String method) throws NoSuchMethodException {
        MethodParameter returned = new MethodParameter(GoingOn.class.getDeclaredMethod(method), -1);

        assertThatThrownBy(() -> OneThread.check(returned, "here")).isInstanceOf(SetupException.class);
    }

    @Test
    @DisplayName("whose handler is a suspending function of Kotlin, which returns an Object and goes on")
    void suspending() throws NoSuchMethodException {
        MethodParameter returned = new MethodParameter(
                GoingOn.class.getDeclaredMethod("suspending", String.class, Continuation.class), -1);

        assertThatThrownBy(() -> OneThread.check(returned, "here"))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("suspend");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "text", "entity", "list"})
    @DisplayName("and no other type does")
    void noOtherType(String method) throws NoSuchMethodException {
        MethodParameter returned = new MethodParameter(GoingOn.class.getDeclaredMethod(method), -1);

        assertThatCode(() -> OneThread.check(returned, "here")).doesNotThrowAnyException();
    }

    /** Methods that go on after they have returned, and some that do not. */
    interface GoingOn {
        DeferredResult<String> deferred();

        Callable<String> later();

        CompletableFuture<String> promised();

        StreamingResponseBody streamed();

        SseEmitter told();

        Mono<String> reactive();

        ResponseEntity<StreamingResponseBody> wrapped();

        Object suspending(String order, Continuation<String> whenDone);

        void nothing();

        String text();

        ResponseEntity<String> entity();

        List<Map<String, String>> list();
    }

    @ParameterizedTest
    @ValueSource(classes = {Apart.class, ApartByJakarta.class, Isolated.class})
    @DisplayName(
            "whose handler's own @Transactional says what would not hold: a transaction apart, or a stricter isolation")
    void ownTransaction(Class<?> controller) {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, controller, Several.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.jdbc.transaction-manager", "right"));

        assertThat(why.getDescription())
                .contains(controller.getSimpleName() + ".add", "is transactional", "own @Transactional");
    }

    @Test
    @DisplayName("whose bean's method has such a @Transactional")
    void ownTransactionOfABean() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, ApartBean.class, Several.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.jdbc.transaction-manager", "right"));

        assertThat(why.getDescription()).contains("ApartBean.add", "NOT_SUPPORTED");
    }

    @ParameterizedTest
    @ValueSource(classes = {OfAnother.class, OfAnotherBean.class, OfNobody.class})
    @DisplayName("whose method's own @Transactional names another manager: its rows would be committed by themselves")
    void otherManager(Class<?> bean) {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, bean, Several.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.jdbc.transaction-manager", "right"));

        assertThat(why.getDescription())
                .contains(
                        bean.getSimpleName() + ".add", "own @Transactional", "the transaction manager of the records");
        assertThat(why.getAction()).contains("semel.jdbc.transaction-manager");
    }

    @Test
    @DisplayName("whose method's own @Transactional means the primary manager, and the records have another one")
    void primaryManager() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, OfPrimary.class, WrongIsPrimary.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.jdbc.transaction-manager", "right"));

        assertThat(why.getDescription()).contains("OfPrimary.add", "own @Transactional");
    }

    @Test
    @DisplayName("unless it names the manager of the records, by its name or by a property")
    void sameManager() {
        Booted.Setting setting = Booted.of(Booted.Open.class, OfRecords.class, Several.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.store-timeout", "30s")
                .with("shop.manager", "right")
                .with("semel.jdbc.transaction-manager", "right");

        try (Booted booted = setting.serve()) {
            Client client = new Client(booted.uri());
            assertThat(client.post("/of-records", Client.newKey(), "{}").statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {OfQualified.class, OfQualifiedBean.class})
    @DisplayName("unless it names that manager by the qualifier of its bean")
    void sameManagerByQualifier(Class<?> bean) {
        Booted.Setting setting = Booted.of(Booted.Open.class, bean, Qualified.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.store-timeout", "30s")
                .with("semel.jdbc.transaction-manager", "ordersManager");

        try (Booted booted = setting.serve()) {
            assertThat(booted.bean(KnownOperations.class).operations()).hasSize(1);
        }
    }

    @RestController
    static class OfQualified {
        @PostMapping("/of-qualified")
        @Idempotent(operation = "qualified", transactional = true)
        @Transactional("orders")
        public void add() {}
    }

    static class OfQualifiedBean {
        @Idempotent(operation = "qualified", key = "#key", transactional = true)
        @Transactional("orders")
        public void add(String key) {}
    }

    @RestController
    static class OfAnother {
        @PostMapping("/of-another")
        @Idempotent(operation = "another", transactional = true)
        @Transactional("wrong")
        public void add() {}
    }

    @RestController
    static class OfNobody {
        @PostMapping("/of-nobody")
        @Idempotent(operation = "nobody", transactional = true)
        @Transactional("nobodys")
        public void add() {}
    }

    static class OfAnotherBean {
        @Idempotent(operation = "another", key = "#key", transactional = true)
        @Transactional(transactionManager = "wrong")
        public void add(String key) {}
    }

    @RestController
    static class OfPrimary {
        @PostMapping("/of-primary")
        @Idempotent(operation = "primary", transactional = true)
        @Transactional
        public void add() {}
    }

    @RestController
    static class OfRecords {
        @PostMapping("/of-records")
        @Idempotent(operation = "records", transactional = true)
        @Transactional("${shop.manager}")
        public void add() {}

        @PostMapping("/by-name")
        @Idempotent(operation = "by-name", transactional = true)
        @Transactional("right")
        public void addByName() {}
    }

    @RestController
    static class Apart {
        @PostMapping("/apart")
        @Idempotent(operation = "apart", transactional = true)
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void add() {}
    }

    @RestController
    @jakarta.transaction.Transactional(jakarta.transaction.Transactional.TxType.NEVER)
    static class ApartByJakarta {
        @PostMapping("/apart")
        @Idempotent(operation = "apart", transactional = true)
        public void add() {}
    }

    @RestController
    static class Isolated {
        @PostMapping("/isolated")
        @Idempotent(operation = "isolated", transactional = true)
        @Transactional(isolation = Isolation.SERIALIZABLE)
        public void add() {}
    }

    static class ApartBean {
        @Idempotent(operation = "apart", key = "#key", transactional = true)
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void add(String key) {}
    }

    @Test
    @DisplayName("that does not need a key: a request without one would have no transaction")
    void withoutKey() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, Plain.class, Several.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.jdbc.transaction-manager", "right")
                .with("semel.operations.plain.required", "false")
                .with("semel.operations.plain.transactional", "true"));

        assertThat(why.getDescription()).contains("'plain'", "needs a key");
    }

    @Test
    @DisplayName("whose records are in a store that takes no part in transactions")
    void otherStore() {
        FailureAnalysis why = Refusals.ofServe(
                Booted.of(Booted.Open.class, Plain.class).with("semel.operations.plain.transactional", "true"));

        assertThat(why.getDescription()).contains("'plain'", "MemoryStore");
        assertThat(why.getAction()).contains("PostgreSQL", "semel.store");
    }

    @Test
    @DisplayName("whose transactions are those of another data source")
    void otherDataSource() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, Plain.class, Elsewhere.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.operations.plain.transactional", "true"));

        assertThat(why.getDescription()).contains("'plain'", "DataSourceTransactionManager", "no transactions on");
        assertThat(why.getAction()).contains("semel.jdbc.transaction-manager");
    }

    @Test
    @DisplayName("that has several transaction managers, and says which by name")
    void severalManagers() {
        Booted.Setting setting = Booted.of(Booted.Open.class, Plain.class, Several.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.store-timeout", "30s")
                .with("semel.operations.plain.transactional", "true");

        FailureAnalysis why = Refusals.ofServe(setting);

        assertThat(why.getDescription()).contains("'plain'", "right", "wrong");
        try (Booted named =
                setting.with("semel.jdbc.transaction-manager", "right").serve()) {
            assertThat(new Client(named.uri())
                            .post("/plain", Client.newKey(), "{}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("whose transaction manager is named, and is not there")
    void noManager() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, Plain.class, Several.class)
                .bean("dataSource", postgres.getPostgresDatabase())
                .with("semel.jdbc.transaction-manager", "nobody")
                .with("semel.operations.plain.transactional", "true"));

        assertThat(why.getDescription()).contains("'plain'", "not known which");
    }

    /** Records in one place, transactions in another. */
    @Configuration(proxyBeanMethods = false)
    static class Elsewhere {

        @Bean
        IdempotencyStore records(DataSource dataSource) {
            JdbcStore store = JdbcStore.postgresql(dataSource).build();
            store.schema().create();
            return store;
        }

        @Bean
        PlatformTransactionManager wrong() {
            return new DataSourceTransactionManager(postgres.getTemplateDatabase());
        }
    }

    /** Two managers, one of them for the records' data source. */
    @Configuration(proxyBeanMethods = false)
    static class Several extends Elsewhere {

        @Bean
        PlatformTransactionManager right(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }
    }

    /** Two managers, each of which has a qualifier of its own. */
    @Configuration(proxyBeanMethods = false)
    static class Qualified extends Elsewhere {

        @Bean
        @Qualifier("orders")
        PlatformTransactionManager ordersManager(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }
    }

    /** The other one is what is meant where nobody says which. */
    @Configuration(proxyBeanMethods = false)
    static class WrongIsPrimary extends Elsewhere {

        @Bean
        @Primary
        PlatformTransactionManager preferred() {
            return new DataSourceTransactionManager(postgres.getTemplateDatabase());
        }

        @Bean
        PlatformTransactionManager right(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }
    }

    @RestController
    static class Plain {
        @PostMapping("/plain")
        @Idempotent("plain")
        void add() {}
    }

    @RestController
    static class Streamed {
        @PostMapping("/streamed")
        @Idempotent(transactional = true)
        ResponseEntity<StreamingResponseBody> add() {
            return ResponseEntity.ok(out -> {});
        }
    }
}
