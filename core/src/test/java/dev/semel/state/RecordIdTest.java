// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Saved;
import dev.semel.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordIdTest {

    private static final Tenant TENANT = new Tenant("acme-secret");
    private static final IdempotencyKey KEY = new IdempotencyKey("key-secret");

    @Test
    @DisplayName("R23: tenant, operation and key together are the identity")
    void identity() {
        RecordId id = new RecordId(TENANT, "charges.create", KEY);

        assertThat(id)
                .isEqualTo(new RecordId(new Tenant("acme-secret"), "charges.create", KEY))
                .hasSameHashCodeAs(new RecordId(TENANT, "charges.create", new IdempotencyKey("key-secret")));
        assertThat(id)
                .isNotEqualTo(new RecordId(new Tenant("acme"), "charges.create", KEY))
                .isNotEqualTo(new RecordId(TENANT, "charges.refund", KEY))
                .isNotEqualTo(new RecordId(TENANT, "charges.create", new IdempotencyKey("key")));
    }

    @Test
    @DisplayName("R23: nothing is folded: case counts in every part")
    void exact() {
        assertThat(new RecordId(TENANT, "Charges.create", KEY))
                .isNotEqualTo(new RecordId(TENANT, "charges.create", KEY));
        assertThat(new RecordId(new Tenant("Acme-secret"), "charges.create", KEY))
                .isNotEqualTo(new RecordId(TENANT, "charges.create", KEY));
        assertThat(new RecordId(TENANT, "charges.create", new IdempotencyKey("Key-secret")))
                .isNotEqualTo(new RecordId(TENANT, "charges.create", KEY));
    }

    /** Keys that all have one String.hashCode: "Aa" and "BB" have the same. */
    private static List<RecordId> collidingIds(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> IntStream.range(0, 16)
                        .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining("", "key-", "")))
                .map(key -> new RecordId(TENANT, "charges.create", new IdempotencyKey(key)))
                .toList();
    }

    @Test
    @DisplayName("R29: so many keys with one hash as a client likes do not make a map of records slow")
    void collidingKeys() {
        List<RecordId> ids = collidingIds(20_000);
        assertThat(ids).extracting(RecordId::hashCode).containsOnly(ids.get(0).hashCode());
        Map<RecordId, Integer> map = new ConcurrentHashMap<>();
        // A tree takes milliseconds. Without an order every look-up compares with all the others, which takes far
        // longer.
        assertTimeout(Duration.ofSeconds(10), () -> ids.forEach(id -> map.merge(id, 1, Integer::sum)));
        assertThat(map).hasSize(ids.size());
    }

    @Test
    @DisplayName("R23: the order of records tells apart what is not equal, whatever part differs, and nothing else")
    void order() {
        List<RecordId> ids = List.of(
                new RecordId(TENANT, "charges.create", KEY),
                new RecordId(new Tenant("acme"), "charges.create", KEY),
                new RecordId(TENANT, "charges.refund", KEY),
                new RecordId(TENANT, "charges.create", new IdempotencyKey("key")));
        for (RecordId one : ids) {
            for (RecordId other : ids) {
                assertThat(Integer.signum(one.compareTo(other))).isEqualTo(-Integer.signum(other.compareTo(one)));
                assertThat(one.compareTo(other) == 0).isEqualTo(one.equals(other));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " charges", "charges ", "char\tges", "chärges", "char\u007fges", "\ud800"})
    @DisplayName("an operation's name that some store could not keep exactly is refused, with a good example")
    void badName(String name) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> new RecordId(TENANT, name, KEY))
                .withMessageContaining("1 to 200 printable ASCII characters")
                .withMessageContaining("charges.create")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret", "chärges"));
    }

    @Test
    @DisplayName("an operation's name has at most 200 characters")
    void length() {
        assertThat(new RecordId(TENANT, "x".repeat(200), KEY).operation()).hasSize(200);
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> RecordId.requireName("x".repeat(201)))
                .withMessageContaining("1 to 200");
    }

    @Test
    @DisplayName("R27: its text shows the operation and neither tenant nor key")
    void text() {
        assertThat(new RecordId(TENANT, "charges.create", KEY).toString())
                .contains("charges.create")
                .doesNotContain("secret");
    }

    @Test
    @DisplayName("R27: neither does the text of a whole record")
    void recordText() {
        Story story = new Story();
        story.claim(1);
        story.finish(
                1, 1, new Ending.Save(true, Saved.of("x/y", "payload-secret".getBytes(StandardCharsets.UTF_8)), 1));

        assertThat(story.record().toString()).contains("COMPLETED").doesNotContain("secret", "payload", "112, 97");
    }
}
