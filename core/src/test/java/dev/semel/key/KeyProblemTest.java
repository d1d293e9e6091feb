// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyProblem.Kind;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A key problem")
class KeyProblemTest {

    @ParameterizedTest
    @EnumSource(names = {"NOT_ISSUED", "NOT_GENUINE"})
    @DisplayName("R25: says where a key comes from that only the service can make")
    void detailOfIssuedKeys(Kind kind) {
        assertThat(new KeyProblem(kind, 17).detail())
                .startsWith("The key ")
                .contains("expected")
                .contains("Ask this service for a key")
                .doesNotContain("at random")
                .doesNotContain("{");
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"NOT_ISSUED", "NOT_GENUINE"})
    @DisplayName("R24: says what is wrong, what was expected and how a good key is made")
    void detailHelps(Kind kind) {
        String detail = new KeyProblem(kind, 17).detail();
        assertThat(detail)
                .startsWith("The key ")
                .contains("expected")
                .contains("Make one key per intent")
                .contains("UUID.randomUUID()")
                .doesNotContain("{");
    }

    @Test
    @DisplayName("R24: has a stable code of its own for each kind")
    void codesAreStable() {
        assertThat(Arrays.stream(Kind.values()).map(kind -> new KeyProblem(kind, 1).code()))
                .containsExactly(
                        "key-empty",
                        "key-too-long",
                        "key-not-visible-ascii",
                        "key-too-short",
                        "key-placeholder",
                        "key-predictable",
                        "key-digits",
                        "key-timestamp",
                        "key-nil-uuid",
                        "key-not-uuid",
                        "key-uuid-version",
                        "key-not-issued",
                        "key-not-genuine");
    }

    @Test
    @DisplayName("R24: tells the length of a key that is too short or too long")
    void lengthIsTold() {
        assertThat(KeyRules.STANDARD.check("order-4711").orElseThrow().detail()).contains("has 10 characters");
        assertThat(KeyRules.LENIENT.check("x".repeat(300)).orElseThrow().detail())
                .contains("has 300 characters");
    }

    @Test
    @DisplayName("R27: no text made from a refused key shows the key")
    void randomKeysAreNotShown() {
        RandomKeys keys = new RandomKeys(27);
        long refused = Stream.generate(() -> keys.visible(4, 31))
                .limit(10_000)
                .filter(KeyProblemTest::isRefusedWithoutBeingShown)
                .count();
        assertThat(refused).isGreaterThan(9_000);
    }

    @ParameterizedTest
    @MethodSource("dev.semel.key.KeyRulesTest#standardRefuses")
    @DisplayName("R27: no text made from a typical bad key shows the key, not even as an example")
    void typicalKeysAreNotShown(Kind kind, String key) {
        // Shorter ones are found in any English sentence.
        boolean worthLooking = key.length() >= 4;
        assertThat(!worthLooking || isRefusedWithoutBeingShown(key))
                .as("%s", kind)
                .isTrue();
    }

    @Test
    @DisplayName("R27: the text depends on the kind and the length only")
    void textDependsOnKindAndLengthOnly() {
        KeyProblem one = KeyRules.STRICT.check("secret-of-alice-1").orElseThrow();
        KeyProblem other = KeyRules.STRICT.check("secret-of-bob-234").orElseThrow();
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other).hasToString(other.toString());
        assertThat(one.detail()).isEqualTo(other.detail());
    }

    @Test
    @DisplayName("R24: travels in an exception whose message is the detail")
    void travelsInException() {
        KeyProblem problem = new KeyProblem(Kind.TOO_SHORT, 4);
        InvalidKeyException exception = new InvalidKeyException(problem);
        assertThat(exception).isInstanceOf(IllegalArgumentException.class).hasMessage(problem.detail());
        assertThat(exception.problem()).isEqualTo(problem);
    }

    private static boolean isRefusedWithoutBeingShown(String key) {
        Optional<KeyProblem> problem = KeyRules.STANDARD.check(key);
        problem.ifPresent(
                p -> assertThat(p + p.detail() + new InvalidKeyException(p)).doesNotContain(key));
        return problem.isPresent();
    }
}
