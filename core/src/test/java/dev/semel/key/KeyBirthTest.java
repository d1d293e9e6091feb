// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The birth time of a key")
class KeyBirthTest {

    private final RandomKeys keys = new RandomKeys(14);

    @Test
    @DisplayName("R14: is read from the examples of RFC 9562 and of the ULID specification")
    void publishedExamples() {
        assertThat(KeyBirth.of("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")).contains(Instant.parse("2022-02-22T19:22:22Z"));
        assertThat(KeyBirth.of("01ARZ3NDEKTSV4RRFFQ69G5FAV")).contains(Instant.ofEpochMilli(1_469_922_850_259L));
    }

    @Test
    @DisplayName("R14: is read to the millisecond from any UUIDv7 and any ULID, in upper or lower case")
    void roundTrip() {
        for (int i = 0; i < 1_000; i++) {
            Instant born = Instant.parse("2016-01-01T00:00:00Z").plusMillis(i * 1_234_567_890L);
            assertThat(KeyBirth.of(keys.uuidV7(born))).contains(born);
            String ulid = keys.ulid(born);
            assertThat(KeyBirth.of(ulid)).contains(born);
            assertThat(KeyBirth.of(ulid.toLowerCase(Locale.ROOT))).contains(born);
        }
    }

    @Test
    @DisplayName("R14: is given as it is when it lies in the future: the store's clock judges")
    void futureIsGiven() {
        Instant future = Instant.parse("2999-12-31T23:59:59.999Z");
        assertThat(KeyBirth.of(keys.uuidV7(future))).contains(future);
        assertThat(KeyBirth.of(keys.ulid(future))).contains(future);
        assertThat(KeyBirth.of("7ZZZZZZZZZZZZZZZZZZZZZZZZZ")).contains(Instant.ofEpochMilli((1L << 48) - 1));
    }

    @Test
    @DisplayName("R14: is not believed before 2016, when neither format existed")
    void implausiblePastIsEmpty() {
        Instant first = Instant.parse("2016-01-01T00:00:00Z");
        assertThat(KeyBirth.of(keys.uuidV7(first))).contains(first);
        assertThat(KeyBirth.of(keys.uuidV7(first.minus(Duration.ofMillis(1))))).isEmpty();
        assertThat(KeyBirth.of(keys.ulid(first.minus(Duration.ofMillis(1))))).isEmpty();
        assertThat(KeyBirth.of(keys.uuidV7(Instant.EPOCH))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "8e03978e-40d5-43dd-bc93-6894a57f9324",
                "1ec9414c-232a-6b00-b3c8-9f6bdeced846",
                "c232ab00-9414-11ec-b3c8-9f6bdeced846",
                "017F22E2-79B0-7CC3-C8C4-DC0C0C07398F",
                "017F22E2-79B0-7CC3-18C4-DC0C0C07398F",
                "017F22E279B07CC398C4DC0C0C07398F",
                "017F22E2_79B0_7CC3_98C4_DC0C0C07398F",
                "017G22E2-79B0-7CC3-98C4-DC0C0C07398F",
                "０17F22E2-79B0-7CC3-98C4-DC0C0C07398F",
                "81ARZ3NDEKTSV4RRFFQ69G5FAV",
                "01ARZ3NDEKTSV4RRFFQ69G5FAU",
                "01ARZ3NDEKTSV4RRFFQ69g5FAV",
                "01ARZ3NDEKTSV4RRFFQ69G5FA€",
                "02051234567890123456789012",
                "01ARZ3NDEKTSV4RRFFQ69G5FA",
                "0ujtsYcgvSTl8PAuAdqWYSMnLOv"
            })
    @DisplayName("R14: is empty for everything else")
    void othersAreEmpty(String key) {
        assertThat(KeyBirth.of(key)).isEmpty();
    }

    @Test
    @DisplayName("R14: is looked for in any text without an exception")
    void neverThrows() {
        for (int length = 0; length < 40; length++) {
            for (int i = 0; i < 50; i++) {
                String text = keys.visible(length, length);
                assertThat(KeyBirth.of(text)).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("R14, R25: of a key made now is now")
    void ofMadeKey() {
        Instant before = Instant.now().minusMillis(1);
        Instant born = KeyBirth.of(KeyMaker.uuidV7().next()).orElseThrow();
        // Other tests may have driven the shared counter a little ahead of the clock.
        assertThat(born).isBetween(before, Instant.now().plusMillis(1_000));
    }
}
