// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.semel.key.KeyProblem.Kind;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Key rules")
class KeyRulesTest {

    private static final String V4 = "8e03978e-40d5-43dd-bc93-6894a57f9324";
    private static final String V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

    @ParameterizedTest
    @EnumSource(KeyRules.class)
    @DisplayName("R24: all rule sets refuse an empty key, more than 255 characters, and anything but visible ASCII")
    void everyRuleSetWantsVisibleAscii(KeyRules rules) {
        assertThat(kind(rules, "")).isEqualTo(Kind.EMPTY);
        assertThat(kind(rules, V4.repeat(8))).isEqualTo(Kind.TOO_LONG);
        for (char bad : new char[] {' ', '\t', '\n', '\r', 0, 0x1F, 0x7F, 0x80, 0xA0, 'é', '\u2028', '４', '\uD83D'}) {
            assertThat(kind(rules, V4.replace('4', bad)))
                    .as("U+%04x", (int) bad)
                    .isEqualTo(Kind.NOT_VISIBLE_ASCII);
        }
    }

    @Test
    @DisplayName("R24: lenient accepts any 1 to 255 visible ASCII characters")
    void lenientAcceptsAnyVisibleAscii() {
        String all = new RandomKeys(1).visible(255, 255);
        assertThat(Stream.of("1", "!", "~", "null", "order-17", all)).allMatch(key -> passes(KeyRules.LENIENT, key));
    }

    @ParameterizedTest
    @MethodSource
    @DisplayName(
            "R24: standard accepts random keys of the usual makers, and keys of 32 characters with something of their own")
    void standardAccepts(String key) {
        assertThat(KeyRules.STANDARD.check(key)).isEmpty();
    }

    static Stream<String> standardAccepts() {
        return Stream.of(
                V4,
                V4.toUpperCase(Locale.ROOT),
                V4.replace("-", ""),
                "{" + V4 + "}",
                "urn:uuid:" + V4,
                V7,
                "01ARZ3NDEKTSV4RRFFQ69G5FAV",
                "01arz3ndektsv4rrffq69g5fav",
                "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
                "tz4a98xxat96iws9zmbrgj3a",
                "V1StGXR8_Z5jdHi6B-myT",
                "507f1f77bcf86cd799439011",
                "049623202758137abc670772",
                "order-4711-for-customer-8150-in-berlin",
                "settlement-run-2025-01-31T00:00:00Z-acme",
                "customer:42:subscription:2025-01:renewal",
                "payment-order-1500000123-charge-refund-2",
                "payment-request-1745678901234567890",
                "idem_2fGkR0bXn3LqYw8sJt5vPz7c",
                "a".repeat(10) + "9f8e7d6c5b4a3x2y1z0w_QPLMKO");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "49017525-2616-4081-8507-505343908843",
                "49017525261640818507505343908843",
                "01907525-2616-7081-8507-505343908843",
                "723644214906427396791494"
            })
    @DisplayName("R24: standard accepts random hexadecimal that happens to have no letters")
    void standardAcceptsHexadecimalWithoutLetters(String key) {
        assertThat(KeyRules.STANDARD.check(key)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource
    @DisplayName("R24: standard refuses what broken clients send, and says why")
    void standardRefuses(Kind kind, String key) {
        assertThat(kind(KeyRules.STANDARD, key)).isEqualTo(kind);
    }

    static Stream<Arguments> standardRefuses() {
        return Stream.of(
                        refused(
                                Kind.NIL_UUID,
                                "00000000-0000-0000-0000-000000000000",
                                "ffffffff-ffff-ffff-ffff-ffffffffffff",
                                "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"),
                        refused(
                                Kind.PLACEHOLDER,
                                "undefined",
                                "null",
                                "NULL",
                                "NaN",
                                "true",
                                "false",
                                "None",
                                "\"null\"",
                                "'undefined'",
                                "[object Object]",
                                "[object Promise]",
                                "undefined-undefined-undefined-undefined",
                                "order-4711-user-undefined-4d1f-retry-7",
                                "payment-order-null-customer-4711-test",
                                "undefinedundefinedundefinedundefined",
                                "checkout:null:payment:null:attempt:NaN",
                                "idempotency-key",
                                "your-idempotency-key-goes-here",
                                "idempotency-key-00000000-0000-0000-0000-000000000000",
                                "${idempotencyKeyOfThisCheckoutSession}",
                                "{{$guid}}",
                                "{{idempotency_key_of_this_checkout}}",
                                "<insert-your-own-idempotency-key-here>",
                                "com.acme.checkout.CheckoutKey@1b6d3586"),
                        refused(
                                Kind.PREDICTABLE,
                                "a".repeat(32),
                                "-".repeat(40),
                                "00000000000000000000000000000000",
                                "{00000000-0000-0000-0000-000000000000}",
                                "urn:uuid:00000000-0000-0000-0000-000000000000",
                                "00000000-0000-0000-0000-000000000001",
                                "00000000-0000-4000-8000-000000000000",
                                "11111111-1111-4111-8111-111111111111",
                                "11111111-2222-3333-4444-555555555555",
                                "12345678-1234-1234-1234-123456789012",
                                "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx",
                                "deadbeef-dead-beef-dead-beefdeadbeef",
                                "01234567-89ab-cdef-0123-456789abcdef",
                                "0123456789abcdef0123456789abcdef",
                                "abcdefghijklmnopqrstuvwxyz",
                                "12345678901234567890123456789012",
                                "asdfasdfasdfasdfasdfasdf",
                                "ab".repeat(16)),
                        refused(
                                Kind.DIGITS,
                                "1",
                                "4711",
                                "4111-1111-1111-1234",
                                "31415926535897932384626",
                                "00004915123456789012840193847561",
                                "1705312800123-0.8437563847563847",
                                "\"4711081542\"",
                                "84937.294857:2948.3847-29485_3827"),
                        refused(
                                Kind.TIMESTAMP,
                                "1705312800",
                                "1705312800123",
                                "1705312800123456",
                                "1705312800123456789",
                                "2025-01-31T12:34:56Z",
                                "2025-01-31T12:34:56.789+01:00",
                                "2025-01-31T12:34:56.123456789+01:00",
                                "20250131T123456Z",
                                "20250131123456789",
                                "\"2025-01-31T12:34:56.123456789+01:00\"",
                                "2025-01-31-12-34-56-789",
                                "order-1705312800123",
                                "payment-request-1705312800123",
                                "idempotency-key-for-payment-1705312800123",
                                "payment-request-at-2025-01-31T12:34:56Z"),
                        refused(
                                Kind.TOO_SHORT,
                                "a",
                                "order-4711",
                                "x7Kq",
                                "KG5LxwFBepaKHyUD",
                                "V1StGXR8_Z5jdHi6B-my",
                                "jU8sJ2kLw9+/aZ0pQ4mT==",
                                "payment-order-1500000123",
                                "0c4f1d22-8f5a-4a0e"))
                .flatMap(group -> group);
    }

    @ParameterizedTest
    @ValueSource(strings = {V4, V7})
    @DisplayName("R24: strict accepts UUIDs of version 4 and 7, in either case")
    void strictAcceptsRandomUuids(String key) {
        assertThat(passes(KeyRules.STRICT, key)).isTrue();
        assertThat(passes(KeyRules.STRICT, key.toUpperCase(Locale.ROOT))).isTrue();
    }

    @ParameterizedTest
    @MethodSource
    @DisplayName("R24: strict refuses everything else, and says why")
    void strictRefuses(Kind kind, String key) {
        assertThat(kind(KeyRules.STRICT, key)).isEqualTo(kind);
    }

    static Stream<Arguments> strictRefuses() {
        return Stream.of(
                        refused(
                                Kind.NOT_UUID,
                                "01ARZ3NDEKTSV4RRFFQ69G5FAV",
                                V4.replace("-", ""),
                                "{" + V4 + "}",
                                V4.replace('e', 'g'),
                                V4.replace('-', '_'),
                                "8e03978e4-0d5-43dd-bc93-6894a57f9324",
                                V4 + "0",
                                "undefined"),
                        refused(
                                Kind.NIL_UUID,
                                "00000000-0000-0000-0000-000000000000",
                                "ffffffff-ffff-ffff-ffff-ffffffffffff"),
                        refused(
                                Kind.UUID_VERSION,
                                "c232ab00-9414-11ec-b3c8-9f6bdeced846",
                                "1ec9414c-232a-6b00-b3c8-9f6bdeced846",
                                "8e03978e-40d5-43dd-cc93-6894a57f9324",
                                "8e03978e-40d5-43dd-7c93-6894a57f9324"),
                        refused(
                                Kind.PREDICTABLE,
                                "00000000-0000-4000-8000-000000000000",
                                "11111111-1111-4111-8111-111111111111"))
                .flatMap(group -> group);
    }

    @Test
    @DisplayName("R24: no key that a random maker gives is refused: 100,000 of each kind")
    void randomKeysPass() {
        RandomKeys keys = new RandomKeys(20250131);
        assertAllPass(KeyRules.STRICT, keys::uuidV4);
        assertAllPass(KeyRules.STRICT, keys::uuidV7);
        assertAllPass(KeyRules.STANDARD, () -> keys.uuidV4().replace("-", ""));
        assertAllPass(KeyRules.STANDARD, keys::ulid);
        assertAllPass(KeyRules.STANDARD, keys::ksuid);
        assertAllPass(KeyRules.STANDARD, keys::cuid2);
        assertAllPass(KeyRules.STANDARD, () -> keys.nanoId(21));
        assertAllPass(KeyRules.STANDARD, () -> keys.visible(32, 32));
    }

    @Test
    @DisplayName("R24: each rule set accepts all that the next stricter one accepts")
    void ruleSetsAreNested() {
        RandomKeys keys = new RandomKeys(7);
        Stream<String> random = Stream.generate(() -> keys.visible(1, 60)).limit(5_000);
        Stream<String> uuids = Stream.generate(keys::uuidV4).limit(5_000);
        Stream<String> samples = Stream.concat(standardRefuses(), strictRefuses())
                .map(arguments -> (String) arguments.get()[1]);
        assertThat(Stream.of(random, uuids, samples).flatMap(keysOfKind -> keysOfKind))
                .allMatch(key -> !passes(KeyRules.STRICT, key) || passes(KeyRules.STANDARD, key))
                .allMatch(key -> !passes(KeyRules.STANDARD, key) || passes(KeyRules.LENIENT, key));
    }

    private static void assertAllPass(KeyRules rules, Supplier<String> maker) {
        for (int i = 0; i < 100_000; i++) {
            String key = maker.get();
            if (!passes(rules, key)) {
                fail("%s refuses %s as %s", rules, key, kind(rules, key));
            }
        }
    }

    private static Stream<Arguments> refused(Kind kind, String... keys) {
        return Stream.of(keys).map(key -> arguments(kind, key));
    }

    private static boolean passes(KeyRules rules, String key) {
        return rules.check(key).isEmpty();
    }

    private static Kind kind(KeyRules rules, String key) {
        return rules.check(key).map(KeyProblem::kind).orElse(null);
    }
}
