// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.key.InvalidKeyException;
import dev.semel.key.KeyIssuer;
import dev.semel.key.KeyRules;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Issued keys")
class IssuedKeysTest {

    private static final Tenant ACME = new Tenant("acme");
    private static final Fingerprint PAYLOAD = Fingerprint.of("100 EUR");
    private static final Instant BORN = Instant.parse("2026-11-18T12:00:00Z");
    private static final KeyIssuer ISSUER = KeyIssuer.withSecret("a secret of more than sixteen".getBytes(UTF_8));

    private final IssuedKeys keys = IssuedKeys.of(ISSUER, Duration.ofMinutes(30));
    private final Operation charges =
            Operation.payments("charges.create").issuedKeys(keys).build();

    @Test
    @DisplayName("R25: say until when work can begin under them, and show nothing")
    void issued() {
        IssuedKey key = keys.issue(ACME, "cart-1", BORN);

        assertThat(key.expires()).isEqualTo(BORN.plus(Duration.ofMinutes(30)));
        assertThat(key.toString()).doesNotContain(key.value());
        assertThat(new Intent(charges, ACME, new IdempotencyKey(key.value()), PAYLOAD)
                        .key()
                        .value())
                .isEqualTo(key.value());
    }

    @Test
    @DisplayName("R23, R25: are good for their own tenant only, and no other key is good where they are asked for")
    void foreign() {
        IdempotencyKey key = new IdempotencyKey(keys.issue(ACME, "cart-1", BORN).value());
        IdempotencyKey made = new IdempotencyKey("8e03978e-40d5-43dd-bc93-6894a57f9324");

        assertThatThrownBy(() -> new Intent(charges, new Tenant("bank"), key, PAYLOAD))
                .isInstanceOfSatisfying(
                        InvalidKeyException.class,
                        refused -> assertThat(refused.problem().code()).isEqualTo("key-not-genuine"));
        assertThatThrownBy(() -> new Intent(charges, ACME, made, PAYLOAD))
                .isInstanceOfSatisfying(
                        InvalidKeyException.class,
                        refused -> assertThat(refused.problem().code()).isEqualTo("key-not-issued"));
    }

    @Test
    @DisplayName("R13, R25: never outlive the record of what was done under them")
    void shorterThanRetention() {
        OperationBuilder hour = Operation.named("hour").retention(Duration.ofHours(1));

        assertThatThrownBy(() -> hour.issuedKeys(new IssuedKeys(
                                ISSUER,
                                Duration.ofMinutes(30),
                                Duration.ofMinutes(15).plusMillis(1)))
                        .build())
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("issuedKeys.lifetime")
                .hasMessageContaining("twice its margin");
        assertThat(hour.issuedKeys(new IssuedKeys(ISSUER, Duration.ofMinutes(30), Duration.ofMinutes(15)))
                        .build()
                        .issuedKeys())
                .isPresent();
    }

    @Test
    @DisplayName("R25: are refused with settings that are about other keys, and with times that cannot be")
    void contradictions() {
        assertThatThrownBy(() -> Operation.named("x")
                        .issuedKeys(keys)
                        .keyRules(KeyRules.STRICT)
                        .build())
                .hasMessageContaining("keyRules");
        assertThatThrownBy(() -> Operation.named("x")
                        .issuedKeys(keys)
                        .lateRetry(LateRetry.refuse())
                        .build())
                .hasMessageContaining("lateRetry");
        assertThatThrownBy(() -> IssuedKeys.of(ISSUER, Duration.ofMillis(999)))
                .hasMessageContaining("issuedKeys.lifetime");
        assertThatThrownBy(() -> new IssuedKeys(ISSUER, Duration.ofMinutes(1), Duration.ofMillis(-1)))
                .hasMessageContaining("issuedKeys.margin");
        assertThatThrownBy(() -> keys.issue(ACME, "two words", BORN))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("visible ASCII");
        assertThatThrownBy(() -> SessionKeys.operation(keys))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("nothing accepts");
        assertThatThrownBy(() ->
                        SessionKeys.operation(keys, Operation.named("others").build()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("others does not accept");
    }

    @Test
    @DisplayName("R25: are remembered for longer than any answer that was given under them")
    void remembered() {
        Operation slow = Operation.named("long")
                .retention(Duration.ofDays(3))
                .maxDuration(Duration.ofHours(2))
                .issuedKeys(keys)
                .build();

        assertThat(SessionKeys.operation(keys, slow).retention())
                .isEqualTo(Duration.ofDays(3).plusHours(2).plusMinutes(40));
        assertThat(SessionKeys.operation(keys, charges, slow).retention())
                .as("what charges.create holds waits for somebody to settle it")
                .isEqualTo(Duration.ofDays(31).plus(charges.maxDuration()).plusMinutes(40));
    }
}
