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
import dev.semel.http.HttpContext;
import dev.semel.spring.IdempotencyContext;
import dev.semel.spring.Idempotent;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@DisplayName("An application that switches Semel off")
class SwitchedOffTest {

    @Configuration(proxyBeanMethods = false)
    @Import({Booted.Open.class, Curious.class, Mail.class})
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @ConfigurationPropertiesScan("dev.semel.spring.boot")
    static class Scanned {}

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"semel.enabled", "semel.http.enabled"})
    @DisplayName("serves handlers that ask for their attempt: it is a first one that nothing protects: ")
    void handlers(String property) {
        try (Booted booted =
                Booted.of(Application.class).with(property, "false").serve()) {
            Client client = new Client(booted.uri());
            String key = Client.newKey();

            assertThat(client.post("/context", key, "{}").body()).isEqualTo("POST /context 1 true");
            assertThat(client.post("/attempt", key, "{}").body()).isEqualTo("curious.attempt 1 true");
            assertThat(client.post("/either", key, "{}").body()).isEqualTo("none none");
            assertThat(client.post("/bean", key, "{}").body()).isEqualTo("POST /bean 1 true");
            assertThat(Client.isReplay(client.post("/bean", key, "{}"))).isFalse();
        }
    }

    @Test
    @DisplayName("has its methods called with an attempt, and as often as they are called")
    void methods() {
        try (Booted booted =
                Booted.of(Application.class).with("semel.enabled", "false").serve()) {
            Mail mail = booted.bean(Mail.class);

            assertThat(mail.send("1", null)).isEqualTo("mail.send 1 true mail.send");
            assertThat(mail.send("1", null)).isEqualTo("mail.send 1 true mail.send");
            assertThat(mail.sent()).isEqualTo(2);
            assertThat(booted.bean(IdempotencyContext.class).isDegraded()).isTrue();
        }
    }

    @Test
    @DisplayName("has an engine that runs everything, each time")
    void engine() throws Exception {
        try (Booted booted =
                Booted.of(Application.class).with("semel.enabled", "false").serve()) {
            Idempotency engine = booted.bean(Idempotency.class);
            Intent intent = new Intent(
                    Operation.named("work").build(),
                    Tenant.sole(),
                    new IdempotencyKey(Client.newKey()),
                    Fingerprint.of("payload"));

            for (int i = 0; i < 2; i++) {
                String run = "run " + i;
                assertThat(engine.execute(
                                intent,
                                ticket -> Outcome.completed(
                                        Saved.of("text/plain", run.getBytes(StandardCharsets.UTF_8)))))
                        .isInstanceOfSatisfying(Execution.Answered.class, answered -> {
                            assertThat(answered.replayed()).isFalse();
                            assertThat(answered.saved().toBytes()).asString().isEqualTo(run);
                        });
            }
        }
    }

    @Test
    @DisplayName("starts with a scan that finds our properties")
    void scanned() {
        try (Booted booted = Booted.of(Application.class, Scanned.class)
                .with("semel.enabled", "false")
                .serve()) {
            assertThat(new Client(booted.uri())
                            .post("/context", Client.newKey(), "{}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("and writes no word for it that is understood in one place alone: such a word is refused")
    void otherWords() {
        assertThat(Refusals.ofRun(Booted.of(Booted.Bare.class).with("semel.enabled", "off"))
                        .getAction())
                .contains("semel.enabled=false");
        assertThat(Refusals.ofServe(Booted.of(Application.class).with("semel.http.enabled", "no"))
                        .getAction())
                .contains("semel.http.enabled=false");
    }

    @RestController
    static class Curious {

        private final IdempotencyContext current;

        Curious(IdempotencyContext current) {
            this.current = current;
        }

        @PostMapping("/context")
        @Idempotent
        String context(HttpContext attempt) {
            assertThat(attempt.derivedKey("provider")).isEqualTo(attempt.derivedKey("provider"));
            return attempt.operation() + " " + attempt.attempt() + " " + attempt.isDegraded();
        }

        @PostMapping("/attempt")
        @Idempotent("curious.attempt")
        String attempt(IdempotencyContext attempt) {
            return say(attempt);
        }

        @PostMapping("/either")
        @Idempotent("curious.either")
        String either(Optional<HttpContext> request, Optional<IdempotencyContext> attempt) {
            return request.map(HttpContext::operation).orElse("none") + " "
                    + attempt.map(IdempotencyContext::operation).orElse("none");
        }

        @PostMapping("/bean")
        @Idempotent
        String bean() {
            return say(current);
        }
    }

    static class Mail {

        private final IdempotencyContext current;
        private int sent;

        int sent() {
            return sent;
        }

        Mail(IdempotencyContext current) {
            this.current = current;
        }

        @Idempotent(operation = "mail.send", key = "#order")
        String send(String order, @Nullable IdempotencyContext attempt) {
            sent++;
            return say(attempt) + " " + current.operation();
        }
    }

    private static String say(IdempotencyContext attempt) {
        return attempt.operation() + " " + attempt.attempt() + " " + attempt.isDegraded();
    }
}
