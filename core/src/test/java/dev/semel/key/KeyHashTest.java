// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The short hash of a key")
class KeyHashTest {

    private static final String KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324";

    private final KeyHash hash = KeyHash.withSecret(secret(32));

    @Test
    @DisplayName("R27: never changes: these values were computed with Python's hmac and hashlib")
    void vectors() {
        assertThat(hash.of("acme", "charges.create", KEY)).isEqualTo("#f328f247be93");
        assertThat(hash.of("Zürich-€", "charges.create", "k")).isEqualTo("#1e918631b674");
        assertThat(hash.of("", "", "")).isEqualTo("#3bb1a79535df");
    }

    @Test
    @DisplayName("R27: no two triples that read the same when joined have the same hash")
    void partsDoNotRunTogether() {
        assertThat(Stream.of(
                        hash.of("ab", "c", "d"),
                        hash.of("a", "bc", "d"),
                        hash.of("a", "b", "cd"),
                        hash.of("abcd", "", ""),
                        hash.of("", "abcd", ""),
                        hash.of("", "", "abcd"),
                        hash.of("a\0b", "c", "d")))
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("R27: depends on tenant, operation, key and secret")
    void dependsOnAll() {
        assertThat(Stream.of(
                        hash.of("acme", "charges.create", KEY),
                        hash.of("Acme", "charges.create", KEY),
                        hash.of("acme", "refunds.create", KEY),
                        hash.of("acme", "charges.create", KEY.replace('8', '9')),
                        KeyHash.withSecret(secret(31)).of("acme", "charges.create", KEY)))
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("R27: shows no part of the key or the tenant")
    void showsNothing() {
        assertThat(hash.of("acme", "charges.create", KEY)).matches("#[0-9a-f]{12}");
        assertThat(hash).hasToString("KeyHash[shared=true]");
    }

    @Test
    @DisplayName("R27: is long enough to search by: 20,000 keys have 20,000 hashes")
    void spreads() {
        Set<String> hashes = IntStream.range(0, 20_000)
                .mapToObj(i -> hash.of("acme", "charges.create", "key-" + i))
                .collect(Collectors.toSet());
        assertThat(hashes).hasSize(20_000);
    }

    @Test
    @DisplayName("R27: is the same on all threads")
    void threadSafe() throws Exception {
        List<String> alone = hashes();
        assertThat(Crowd.of(8, this::hashes)).hasSize(8).containsOnly(alone);
    }

    @Test
    @DisplayName("R27: without a secret is random per process, the same for all who ask, and says so")
    void randomPerProcess() {
        KeyHash random = KeyHash.randomPerProcess();
        String one = random.of("acme", "charges.create", KEY);
        assertThat(random.shared()).isFalse();
        assertThat(hash.shared()).isTrue();
        assertThat(one).isNotEqualTo(hash.of("acme", "charges.create", KEY));
        assertThat(KeyHash.randomPerProcess().of("acme", "charges.create", KEY)).isEqualTo(one);
    }

    @Test
    @DisplayName("R27: refuses a secret that is easy to guess, says how to make one, and does not show it")
    void weakSecrets() {
        byte[] tooShort = "only-15-bytes-!".getBytes(StandardCharsets.US_ASCII);
        assertThatExceptionOfType(WeakSecretException.class)
                .isThrownBy(() -> KeyHash.withSecret(tooShort))
                .withMessageContaining("has 15 bytes")
                .withMessageContaining("openssl rand -base64 32")
                .withMessageNotContaining("only-15");
        assertThatExceptionOfType(WeakSecretException.class)
                .isThrownBy(() -> KeyHash.withSecret(new byte[32]))
                .withMessageContaining("one byte repeated");
        assertThat(KeyHash.withSecret(secret(16)).shared()).isTrue();
    }

    @Test
    @DisplayName("R27: keeps its own copy of the secret")
    void secretIsCopied() {
        byte[] secret = secret(32);
        KeyHash own = KeyHash.withSecret(secret);
        Arrays.fill(secret, (byte) 0);
        assertThat(own.of("acme", "charges.create", KEY)).isEqualTo("#f328f247be93");
    }

    private List<String> hashes() {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> hash.of("tenant-" + i % 7, "operation-" + i % 3, "key-" + i))
                .toList();
    }

    private static byte[] secret(int length) {
        byte[] secret = new byte[length];
        for (int i = 0; i < length; i++) {
            secret[i] = (byte) i;
        }
        return secret;
    }
}
