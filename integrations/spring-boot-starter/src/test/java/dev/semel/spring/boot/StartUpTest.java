// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.http.HttpPolicyBuilder;
import dev.semel.spring.Idempotent;
import dev.semel.spring.PolicyCustomizer;
import dev.semel.spring.Preset;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.sqlite.SQLiteDataSource;

@Tag("http")
@DisplayName("An application does not start")
class StartUpTest {

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "semel.store-timeout, 0s",
        "semel.drain-time, -1s",
        "semel.most-tickets, 0",
        "semel.most-waiters, -1",
        "semel.key-hash-secret, short"
    })
    @DisplayName("with a property that cannot work, and names it: ")
    void badProperty(String property, String value) {
        assertNamed(property, Refusals.ofRun(Booted.of(Booted.Bare.class).with(property, value)));
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "postgresql, semel.jdbc.connections, 0",
        "postgresql, semel.jdbc.queue, 0",
        "mariadb, semel.jdbc.batch, 0",
        "mysql, semel.jdbc.call-limit, 1ms",
        "postgresql, semel.jdbc.table, No Table",
        "redis, semel.redis.in-flight, 0",
        "redis, semel.redis.call-limit, 1ms",
        "redis, semel.redis.replicas, 17",
        "redis, semel.redis.prefix, '{}'"
    })
    @DisplayName("with a property of a store that cannot work, and names it: ")
    void badStoreProperty(String store, String property, String value) {
        assertNamed(
                property,
                Refusals.ofRun(Booted.of(Booted.Bare.class)
                        .bean("database", new SQLiteDataSource())
                        .with("semel.redis.uri", "redis://127.0.0.1:1")
                        .with("semel.store", store)
                        .with(property, value)));
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({"semel.http.key-headers, no token", "semel.http.memory, 0B"})
    @DisplayName("with a property of HTTP that cannot work, and names it: ")
    void badHttpProperty(String property, String value) {
        assertNamed(property, Refusals.ofServe(Booted.of(Booted.Open.class).with(property, value)));
    }

    private static void assertNamed(String property, FailureAnalysis why) {

        assertThat(why.getDescription()).startsWith(property + " cannot be used: ");
        assertThat(why.getAction()).contains(property);
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "semel.leese, 10s",
        "semel.operations.charges.create.lease, 10s",
        "semel.store, oracle",
        "semel.store-timeout, soon",
        "semel.redis.replicas, ''",
        "semel.development-mode, ''"
    })
    @DisplayName("with a property that nobody knows, or a value that is none: ")
    void unknownProperty(String property, String value) {
        Throwable thrown = catchThrowable(
                () -> Booted.of(Booted.Bare.class).with(property, value).run().close());

        assertThat(thrown).hasStackTraceContaining(property);
    }

    static Stream<Arguments> badHandlers() {
        return Stream.of(
                Arguments.of(SafeMethod.class, "SafeMethod.look", "safe methods"),
                Arguments.of(LongLease.class, "LongLease.add", "lease"),
                Arguments.of(NoDuration.class, "NoDuration.add", "'soon'"),
                Arguments.of(TwoPolicies.class, "one policy at", "'same'"),
                Arguments.of(OneRoute.class, "OneRoute.first", "OneRoute.second"),
                Arguments.of(NoPointer.class, "NoPointer.add", "a JSON pointer is"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badHandlers")
    @DisplayName("with a handler whose annotation cannot work, and names it: ")
    void badHandler(Class<?> controller, String place, String problem) {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, controller));

        assertThat(why.getDescription()).contains(place, problem);
        assertThat(why.getAction()).isNotBlank();
    }

    @Test
    @DisplayName("with settings for an operation that is not there, since somebody believes in them")
    void settingsForNobody() {
        FailureAnalysis why =
                Refusals.ofServe(Booted.of(Booted.Open.class, Good.class).with("semel.operations.godo.lease", "10s"));

        assertThat(why.getDescription()).contains("semel.operations[godo]");
        assertThat(why.getAction()).contains("There are: good");
    }

    @Test
    @DisplayName("with an operation in properties that cannot work, and names the property")
    void badOperation() {
        FailureAnalysis why =
                Refusals.ofServe(Booted.of(Booted.Open.class, Good.class).with("semel.operations.good.lease", "1ms"));

        assertThat(why.getDescription()).contains("'good'", "Good.add", "lease");
        assertThat(why.getAction()).contains("semel.operations[good].lease");
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "lease, 48h",
        "max-duration, 99999d",
        "retention, 0s",
        "wait-up-to, -1s",
        "wait-up-to, 48h",
        "refuse-late, -1s",
        "completion-wait, -1s",
        "version, 0",
        "answer-limit, -1B",
        "answer-limit, -9GB",
        "in-flight-status, 400",
        "key-in-body, amount",
        "pointers, amount",
        "methods, GET",
        "methods, P/ST"
    })
    @DisplayName(
            "with a setting of an operation that cannot work, and names its property, and none that is not there: ")
    void badSetting(String setting, String value) {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, Good.class)
                .with("semel.operations.good." + setting, value)
                .with("semel.operations.good.paths", "/also-good"));

        assertThat(why.getDescription()).contains("'good'");
        assertThat(why.getAction()).contains("semel.operations[good]." + setting + ".");
    }

    @Test
    @DisplayName("with a setting that cannot work and that has no property, and names none")
    void badSettingOfCode() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class, Good.class, Customized.class));

        assertThat(why.getDescription()).contains("'good'", "bodyLimit");
        assertThat(why.getAction()).contains("PolicyCustomizer").doesNotContain("semel.");
    }

    @Test
    @DisplayName("unless an answer may be larger than any that can be kept")
    void largeAnswers() {
        try (Booted booted = Booted.of(Booted.Open.class, Good.class)
                .with("semel.operations.good.answer-limit", "9GB")
                .serve()) {
            assertThat(booted.bean(KnownOperations.class).operations()).hasSize(1);
        }
    }

    @Test
    @DisplayName("with two operations on one path and method, of which one would never be reached")
    void onePathOfTwo() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class)
                .with("semel.operations.one.paths", "/legacy/{id}")
                .with("semel.operations.two.paths", "/legacy/{number}"));

        assertThat(why.getDescription())
                .contains("semel.operations[one].paths", "semel.operations[two].paths", "/legacy/{");
        assertThat(why.getAction()).contains("methods");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {"legacy", "/legacy/*", "/legacy/a*", "/legacy/?", "/legacy/{id", "/legacy/{*rest}", "/**/legacy"
            })
    @DisplayName("with a path that would protect nothing, and names the property: ")
    void badPath(String path) {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Booted.Open.class)
                .with("semel.operations.legacy.paths", path)
                .with("server.servlet.context-path", "/shop"));

        assertThat(why.getDescription()).startsWith("semel.operations[legacy].paths cannot be used: ");
        assertThat(why.getAction()).contains("semel.operations[legacy].paths");
    }

    @Test
    @DisplayName("with methods in properties for a handler that says itself which it serves")
    void methodsWithoutPaths() {
        FailureAnalysis why =
                Refusals.ofServe(Booted.of(Booted.Open.class, Good.class).with("semel.operations.good.methods", "PUT"));

        assertThat(why.getDescription()).contains("semel.operations[good].methods");
        assertThat(why.getAction()).contains("paths");
    }

    @Test
    @DisplayName("without Boot saying why: the analyzer is registered")
    void analyzerIsRegistered() {
        SpringFactoriesLoader.FailureHandler others = (type, name, failure) -> {};

        assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, others))
                .hasAtLeastOneElementOfType(SetupFailureAnalyzer.class);
    }

    @RestController
    static class Good {
        @PostMapping("/good")
        @Idempotent("good")
        void add() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Customized {
        @Bean
        PolicyCustomizer limits() {
            return new PolicyCustomizer() {
                @Override
                public void customize(String operation, HttpPolicyBuilder policy) {
                    policy.bodyLimit(-1);
                }
            };
        }
    }

    @RestController
    static class SafeMethod {
        @GetMapping("/safe")
        @Idempotent
        void look() {}
    }

    @RestController
    static class LongLease {
        @PostMapping("/lease")
        @Idempotent(lease = "48h", maxDuration = "48h")
        void add() {}
    }

    @RestController
    static class NoDuration {
        @PostMapping("/duration")
        @Idempotent(lease = "soon")
        void add() {}
    }

    @RestController
    static class NoPointer {
        @PostMapping("/pointer")
        @Idempotent(operation = "pointer", pointers = "amount")
        void add() {}
    }

    @RestController
    static class OneRoute {
        @PostMapping(path = "/route", headers = "X-Api=1")
        @Idempotent
        void first() {}

        @PostMapping(path = "/route", headers = "X-Api=2")
        @Idempotent
        void second() {}
    }

    @RestController
    static class TwoPolicies {
        @PostMapping("/one")
        @Idempotent("same")
        void one() {}

        @PostMapping("/two")
        @Idempotent(operation = "same", preset = Preset.PAYMENTS)
        void two() {}
    }
}
