// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import java.nio.charset.StandardCharsets;
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

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " charges", "charges ", "char\tges", "chärges", "char\u007fges", "\ud800"})
    @DisplayName("an operation's name that some store could not keep exactly is refused, with a good example")
    void badName(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecordId(TENANT, name, KEY))
                .withMessageContaining("1 to 200 printable ASCII characters")
                .withMessageContaining("charges.create")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret", "chärges"));
    }

    @Test
    @DisplayName("an operation's name has at most 200 characters")
    void length() {
        assertThat(new RecordId(TENANT, "x".repeat(200), KEY).operation()).hasSize(200);
        assertThatIllegalArgumentException()
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
