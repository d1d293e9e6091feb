// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.key.InvalidKeyException;
import dev.semel.key.KeyRules;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An intent")
@SuppressWarnings("NullAway")
class IntentTest {

    private static final Operation CHARGES =
            Operation.named("charges.create").keyRules(KeyRules.LENIENT).build();
    private static final IdempotencyKey KEY = new IdempotencyKey("KEYMARKER");
    private static final Fingerprint PAYLOAD = Fingerprint.of("100 EUR");

    @Test
    @DisplayName("R23: says at once that it has no tenant; in a store it would be taken for an outage")
    void withoutTenant() {
        assertThatThrownBy(() -> new Intent(CHARGES, null, KEY, PAYLOAD))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("tenant");
    }

    @Test
    @DisplayName("R26: says at once that it has no fingerprint; nobody could compare its record with anything")
    void withoutFingerprint() {
        assertThatThrownBy(() -> new Intent(CHARGES, Tenant.sole(), KEY, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("fingerprint");
    }

    @Test
    @DisplayName("R24: refuses what its operation's key rules refuse")
    void badKey() {
        Operation strict = Operation.named("charges.create").build();
        assertThatThrownBy(() -> new Intent(strict, Tenant.sole(), KEY, PAYLOAD))
                .isInstanceOf(InvalidKeyException.class);
    }

    @Test
    @DisplayName("R27: shows the operation only")
    void showsTheOperation() {
        assertThat(new Intent(CHARGES, Tenant.sole(), KEY, PAYLOAD)).hasToString("Intent[charges.create]");
    }
}
