// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.http.HttpContext;
import dev.semel.spring.IdempotencyContext;
import dev.semel.spring.Idempotent;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@Tag("http")
@DisplayName("An application with WebFlux")
class FluxStartTest {

    @ParameterizedTest(name = "{0}")
    @ValueSource(classes = {Transactional.class, PlainTransactional.class})
    @DisplayName("R22: does not start with a transactional handler, and says why: ")
    void transactional(Class<?> controller) {
        FailureAnalysis why = refusal(FluxBooted.of(FluxBooted.Open.class, controller));

        assertThat(why.getDescription()).contains("transactional");
        assertThat(why.getAction()).contains("Take transactional away");
    }

    @Test
    @DisplayName("R22: nor with one that properties make transactional, or paths")
    void transactionalByProperties() {
        assertThat(refusal(FluxBooted.of(FluxBooted.Open.class, Curious.class)
                                .with("semel.operations[curious.attempt].transactional", "true"))
                        .getDescription())
                .contains("'curious.attempt' is transactional");
        assertThat(refusal(FluxBooted.of(FluxBooted.Open.class)
                                .with("semel.operations.legacy.paths", "/legacy")
                                .with("semel.operations.legacy.transactional", "true"))
                        .getDescription())
                .contains("'legacy' is transactional");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"semel.enabled", "semel.http.enabled"})
    @DisplayName(
            "that switches Semel off serves handlers that ask for their attempt: it is a first one that nothing protects: ")
    void switchedOff(String property) {
        try (FluxBooted booted = FluxBooted.of(FluxBooted.Open.class, Curious.class)
                .with(property, "false")
                .serve()) {
            FluxClient client = new FluxClient(booted.uri());
            String key = FluxClient.newKey();

            assertThat(client.post("/context", key, "{}").body()).isEqualTo("POST /context 1 true");
            assertThat(client.post("/attempt", key, "{}").body()).isEqualTo("curious.attempt 1 true");
            assertThat(client.post("/either", key, "{}").body()).isEqualTo("none");
        }
    }

    private static FailureAnalysis refusal(FluxBooted.Setting setting) {
        Throwable thrown = catchThrowable(() -> setting.serve().close());
        assertThat(thrown).isNotNull();
        return new SetupFailureAnalyzer().analyze(thrown);
    }

    @RestController
    static class Transactional {
        @PostMapping("/transactional")
        @Idempotent(operation = "transactional", transactional = true)
        Mono<String> add() {
            return Mono.just("added");
        }
    }

    @RestController
    static class PlainTransactional {
        @PostMapping("/plain")
        @Idempotent(operation = "plain", transactional = true)
        String add() {
            return "added";
        }
    }

    @RestController
    static class Curious {

        @PostMapping("/context")
        @Idempotent
        Mono<String> context(HttpContext attempt) {
            return Mono.just(attempt.operation() + " " + attempt.attempt() + " " + attempt.isDegraded());
        }

        @PostMapping("/attempt")
        @Idempotent("curious.attempt")
        Mono<String> attempt(IdempotencyContext attempt) {
            return Mono.just(attempt.operation() + " " + attempt.attempt() + " " + attempt.isDegraded());
        }

        @PostMapping("/either")
        @Idempotent("curious.either")
        Mono<String> either(Optional<HttpContext> request) {
            return Mono.just(request.map(HttpContext::operation).orElse("none"));
        }
    }
}
