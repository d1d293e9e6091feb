// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IssuedKey;
import dev.semel.SessionKeys;
import dev.semel.Tenant;
import dev.semel.spring.Idempotent;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@DisplayName("An application that issues keys")
class IssuedKeysTest {

    private static final String SECRET = "a secret of more than sixteen bytes";

    private final AtomicInteger runs = new AtomicInteger();

    private Booted.Setting app() {
        return Booted.of(Application.class)
                .bean("runs", runs)
                .with("semel.http.tenants", "sole")
                .with("semel.operations[checkout.pay].issued-keys", "true");
    }

    private Booted.Setting issuing() {
        return app().with("semel.issued-keys.secret", SECRET);
    }

    @Test
    @DisplayName("R25: gives each session one key, and lets work run with such keys only, once")
    void issues() {
        try (Booted booted = issuing().serve()) {
            Client client = new Client(booted.uri());
            String key =
                    client.post("/keys?session=cart-1", Client.newKey(), "").body();

            assertThat(client.post("/keys?session=cart-1", Client.newKey(), "").body())
                    .isEqualTo(key);
            assertThat(client.post("/keys?session=cart-2", Client.newKey(), "").body())
                    .isNotEqualTo(key);
            assertThat(client.post("/pay", key, "{}").body()).isEqualTo("paid 1");
            assertThat(Client.isReplay(client.post("/pay", key, "{}"))).isTrue();
            assertThat(client.post("/pay", Client.newKey(), "{}").body()).contains("key-not-issued");
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    @DisplayName("R25: still gives keys where Semel is switched off, and runs with any")
    void switchedOff() {
        try (Booted booted = issuing().with("semel.enabled", "false").serve()) {
            Client client = new Client(booted.uri());

            assertThat(client.post("/keys?session=cart-1", Client.newKey(), "").body())
                    .startsWith("ik1_");
            assertThat(client.post("/pay", Client.newKey(), "{}").body()).isEqualTo("paid 1");
        }
    }

    @Test
    @DisplayName("R25: says what to set when an operation wants issued keys and there are none")
    void noSecret() {
        FailureAnalysis why = Refusals.ofServe(Booted.of(Payments.class, Booted.Open.class)
                .bean("runs", runs)
                .with("semel.operations[checkout.pay].issued-keys", "true"));

        assertThat(why.getDescription()).contains("'checkout.pay' accepts issued keys only");
        assertThat(why.getAction()).contains("semel.issued-keys.secret");
    }

    @ParameterizedTest
    @DisplayName("R25, R27: does not start with settings that cannot be, and shows no secret:")
    @CsvSource({
        "semel.issued-keys.secret, short, semel.issued-keys.secret",
        "semel.issued-keys.since, 2030-01-31T12:00:00Z, semel.issued-keys.previous-secret",
        "semel.issued-keys.lifetime, 1ms, semel.issued-keys",
        "semel.issued-keys.lifetime, 2d, semel.operations[checkout.pay].issued-keys",
        "semel.issued-keys.remembered, 1h, semel.issued-keys.remembered",
        "semel.operations[checkout.pay].key-rules, strict, key-rules",
    })
    void refused(String property, String value, String named) {
        FailureAnalysis why = Refusals.ofServe(issuing().with(property, value));

        assertThat(why.getDescription() + why.getAction()).contains(named).doesNotContain(SECRET);
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Booted.Open.class, Payments.class, Keys.class})
    static class Application {}

    @RestController
    static class Payments {

        private final AtomicInteger runs;

        Payments(AtomicInteger runs) {
            this.runs = runs;
        }

        @PostMapping("/pay")
        @Idempotent("checkout.pay")
        String pay() {
            return "paid " + runs.incrementAndGet();
        }
    }

    @RestController
    static class Keys {

        private final SessionKeys keys;

        Keys(SessionKeys keys) {
            this.keys = keys;
        }

        @PostMapping("/keys")
        CompletionStage<String> key(@RequestParam String session) {
            return keys.issue(Tenant.sole(), session)
                    .thenApply(given -> given.value(keys.codec()))
                    .thenApply(IssuedKey::value);
        }
    }
}
