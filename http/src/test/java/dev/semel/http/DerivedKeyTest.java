// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.key.KeyRules;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R21: a key for what a handler asks of others")
class DerivedKeyTest {

    private static Intent intent(String tenant, String operation, String key, String content) {
        return new Intent(
                Operation.named(operation).keyRules(KeyRules.LENIENT).build(),
                new Tenant(tenant),
                new IdempotencyKey(key),
                Fingerprint.of(content));
    }

    @Test
    @DisplayName("is the same in every attempt and every version")
    void stable() {
        assertThat(DerivedKey.of(intent("acme", "charges.create", "key", "100 EUR"), "provider"))
                .isEqualTo("ydori-tKcsx8-WvU0BEduJ-jTwB8-4n5DMJm7pvcDNI");
    }

    @Test
    @DisplayName("is another one for another tenant, operation, key, request and step, however they are cut")
    void distinct() {
        assertThat(Stream.of(
                                DerivedKey.of(intent("a", "b.c", "k", "x"), "s"),
                                DerivedKey.of(intent("ab", "b.c", "k", "x"), "s"),
                                DerivedKey.of(intent("a", "bb.c", "k", "x"), "s"),
                                DerivedKey.of(intent("a", "b.c", "kk", "x"), "s"),
                                DerivedKey.of(intent("a", "b.c", "k", "y"), "s"),
                                DerivedKey.of(intent("a", "b.c", "k", "x"), "t"),
                                DerivedKey.of(intent("a", "b.ck", "k", "x"), "s"))
                        .distinct())
                .hasSize(7);
    }

    @Test
    @DisplayName("R24, R27: passes the standard rules, and does not show the client's key")
    void acceptable() {
        String derived = DerivedKey.of(intent("acme", "charges.create", "secret-key", "100 EUR"), "provider");
        assertThat(KeyRules.STANDARD.check(derived)).isEmpty();
        assertThat(derived).doesNotContain("secret-key").hasSize(43);
    }
}
