// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.key.KeyProblem.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An issuer of keys")
class KeyIssuerTest {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final Instant BORN = Instant.parse("2026-11-18T12:00:00.123Z");
    private static final byte[] SECRET = "a secret of more than sixteen bytes".getBytes(UTF_8);
    private static final byte[] OTHER = "another secret of more than sixteen".getBytes(UTF_8);

    private final KeyIssuer issuer = KeyIssuer.withSecret(SECRET);

    private static Optional<Kind> problem(KeyIssuer issuer, String tenant, String key) {
        return issuer.check(tenant, key).map(KeyProblem::kind);
    }

    @Provide
    Arbitrary<Instant> births() {
        return Arbitraries.longs().between(0, (1L << 48) - 1).map(Instant::ofEpochMilli);
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.strings().ascii().ofMinLength(1).ofMaxLength(60);
    }

    @Property(tries = 300)
    @Label("R25: gives one session one key, on every node, and knows it again")
    void deterministic(
            @ForAll("names") String tenant, @ForAll("names") String session, @ForAll("births") Instant born) {
        String key = issuer.issue(tenant, session, born);

        assertThat(KeyIssuer.withSecret(SECRET).issue(tenant, session, born)).isEqualTo(key);
        assertThat(issuer.check(tenant, key)).isEmpty();
        assertThat(KeyIssuer.birth(key)).contains(born);
    }

    @Property(tries = 300)
    @Label("R24, R25: gives keys that all other rules but strict accept, and that show nothing of their session")
    void acceptable(@ForAll("names") String tenant, @ForAll("births") Instant born) {
        // Long enough that no key has them by chance.
        String key = issuer.issue("account-" + tenant, "checkout-4711", born);

        assertThat(key)
                .hasSize(60)
                .startsWith("ik1_")
                .doesNotContain("checkout")
                .doesNotContain("account-");
        assertThat(KeyRules.STANDARD.check(key)).isEmpty();
        assertThat(KeyBirth.of(key)).isEmpty();
    }

    @Property(tries = 300)
    @Label("R23, R25: gives no two sessions, tenants or births the same key, and no tenant another's")
    void separate(
            @ForAll("names") String one,
            @ForAll("names") String other,
            @ForAll("births") Instant born,
            @ForAll("births") Instant later) {
        String key = issuer.issue(one, other, born);

        assertThat(issuer.issue(other, one, born).equals(key)).isEqualTo(one.equals(other));
        assertThat(issuer.issue(one, other, later).equals(key)).isEqualTo(born.equals(later));
        assertThat(issuer.check(other, key).isEmpty()).isEqualTo(one.equals(other));
    }

    @Property(tries = 1000)
    @Label("R25: knows no key again of which a character is another, is missing, or is one too many")
    void unforgeable(@ForAll @IntRange(min = 0, max = 59) int at, @ForAll @IntRange(min = 0, max = 63) int character) {
        String key = issuer.issue("acme", "cart-1", BORN);
        char other = ALPHABET.charAt(character);
        String changed = key.substring(0, at) + other + key.substring(at + 1);

        assertThat(issuer.check("acme", changed).isEmpty()).isEqualTo(key.charAt(at) == other);
        assertThat(problem(issuer, "acme", key.substring(0, at) + key.substring(at + 1)))
                .contains(Kind.NOT_ISSUED);
        assertThat(problem(issuer, "acme", key.substring(0, at) + other + key.substring(at)))
                .contains(Kind.NOT_ISSUED);
    }

    @Test
    @DisplayName("R25: tells a key of another kind from one that is not genuine, and those not from each other")
    void noOracle() {
        String key = issuer.issue("acme", "cart-1", BORN);

        assertThat(problem(issuer, "acme", "8e03978e-40d5-43dd-bc93-6894a57f9324"))
                .contains(Kind.NOT_ISSUED);
        assertThat(problem(issuer, "acme", key.replace("ik1_", "ik2_"))).contains(Kind.NOT_ISSUED);
        assertThat(problem(issuer, "acme", "ik1_" + "ü".repeat(56))).contains(Kind.NOT_ISSUED);
        assertThat(problem(issuer, "acme", "ik1_" + "=".repeat(56))).contains(Kind.NOT_ISSUED);
        // Another tenant's, another secret's, one that was changed, and one that was made up.
        KeyProblem foreign = issuer.check("bank", key).orElseThrow();
        assertThat(foreign.kind()).isEqualTo(Kind.NOT_GENUINE);
        assertThat(KeyIssuer.withSecret(OTHER).check("acme", key)).contains(foreign);
        assertThat(issuer.check("acme", "ik1_" + key.substring(4).toLowerCase(Locale.ROOT)))
                .contains(foreign);
        assertThat(issuer.check("acme", "ik1_" + "A".repeat(56))).contains(foreign);
    }

    @Test
    @DisplayName("R25: after a change of its secret gives sessions from before it the key that they had, on every node")
    void rotation() {
        Instant since = BORN.plusSeconds(60);
        KeyIssuer rotated = issuer.rotatedTo(OTHER, since);

        String before = rotated.issue("acme", "cart-1", since.minusMillis(1));
        String after = rotated.issue("acme", "cart-1", since);

        assertThat(before).isEqualTo(issuer.issue("acme", "cart-1", since.minusMillis(1)));
        assertThat(after).isEqualTo(KeyIssuer.withSecret(OTHER).issue("acme", "cart-1", since));
        assertThat(rotated.check("acme", before)).isEmpty();
        assertThat(rotated.check("acme", after)).isEmpty();
        assertThat(KeyIssuer.withSecret(OTHER).check("acme", before)).isPresent();
    }

    @Test
    @DisplayName("R25: accepts no key that an old secret has signed for a session of today")
    void oldSecretMakesNoNewKeys() {
        Instant since = BORN.minus(Duration.ofDays(1));
        String leaked = issuer.issue("acme", "cart-1", BORN);

        assertThat(problem(issuer.rotatedTo(OTHER, since), "acme", leaked)).contains(Kind.NOT_GENUINE);
        assertThatThrownBy(() -> issuer.rotatedTo(OTHER, since).rotatedTo(SECRET, since))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in the order of the instants");
    }

    @Test
    @DisplayName("R25: takes no secret that can be guessed, and no birth that no session has")
    void weak() {
        assertThatThrownBy(() -> KeyIssuer.withSecret(new byte[15]))
                .isInstanceOf(WeakSecretException.class)
                .hasMessageContaining("issued keys has 15 bytes");
        assertThatThrownBy(() -> issuer.rotatedTo(new byte[32], BORN))
                .isInstanceOf(WeakSecretException.class)
                .hasMessageContaining("one byte repeated");
        assertThatThrownBy(() -> issuer.issue("acme", "cart-1", Instant.EPOCH.minusMillis(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("between 1970");
    }

    @Test
    @DisplayName("R27: shows nothing of its secret, and its keys nothing that many of them would give away")
    void secrecy() {
        assertThat(issuer.toString()).isEqualTo("KeyIssuer[…]");
        Set<String> ends = new HashSet<>();
        for (int cart = 0; cart < 1000; cart++) {
            ends.add(issuer.issue("acme", "cart-" + cart, BORN).substring(12, 33));
        }
        assertThat(ends).hasSize(1000);
    }
}
