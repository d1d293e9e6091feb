// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.RecordId;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The name of a record's key")
class KeyNamesTest {

    private final KeyNames names = new KeyNames(KeyNames.DEFAULT);

    @Test
    @DisplayName("R23: tells tenant, operation and key by their lengths, and can be read by people")
    void readable() {
        assertThat(text(names.of(id("acme", "charges.create", "k1")))).isEqualTo("semel:{4:acme,14:charges.create,k1}");
    }

    @Test
    @DisplayName("R23: is another one for every other id, wherever the characters move")
    void unambiguous() {
        List<RecordId> ids = List.of(
                id("a", "b", "c"),
                id("a,1:b", "c", "d"),
                id("a", "b,1:c", "d"),
                id("a", "b", "c,1:d"),
                id("a", "b", "C"),
                id("A", "b", "c"),
                id("ä", "b", "c"),
                id("a\u0308", "b", "c"),
                id("a ", "b", "c"),
                id("}", "{", "}{"));

        assertThat(ids.stream().map(id -> text(names.of(id)))).doesNotHaveDuplicates();
        assertThat(ids).allSatisfy(id -> assertThat(names.idOf(names.of(id))).contains(id));
    }

    @ParameterizedTest(name = "T21: keeps everything beside the record in its cluster slot, also for the tenant {0}")
    @ValueSource(strings = {"acme", "}", "{", "{}", "}{", "a}b"})
    void oneSlot(String tenant) {
        byte[] key = names.of(id(tenant, "charges.create", "k1"));

        assertThat(SlotHash.getSlot((text(key) + "steps").getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(SlotHash.getSlot(key));
    }

    @Test
    @DisplayName("spreads a tenant's records over the slots of a cluster")
    void spread() {
        assertThat(List.of("k1", "k2", "k3", "k4", "k5", "k6").stream()
                        .map(key -> SlotHash.getSlot(names.of(id("acme", "charges.create", key)))))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest(name = "is not mistaken for another key, here {0}")
    @ValueSource(
            strings = {
                "",
                "semel:",
                "semel:{",
                "semel:{}",
                "semel:{4:acme}",
                "semel:{9:acme,1:b,c}",
                "other:{1:a,1:b,c}",
                "semel:{+1:a,1:b,c}",
                "semel:{01:a,1:b,c}",
                "semel:{1:a;1:b;c}"
            })
    void strangers(String key) {
        assertThat(names.idOf(key.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    @DisplayName(
            "R36: can be looked for by tenant, by operation and by both; what Redis takes for a wildcard stands for itself")
    void pattern() {
        assertThat(text(names.pattern(null, null))).isEqualTo("semel:{*}");
        assertThat(text(names.pattern(new Tenant("ac*me"), null))).isEqualTo("semel:{5:ac\\*me,*}");
        assertThat(text(names.pattern(null, "charges.create"))).isEqualTo("semel:{*,14:charges.create,*}");
        assertThat(text(names.pattern(new Tenant("acme"), "b[1]"))).isEqualTo("semel:{4:acme,4:b\\[1\\],*}");
    }

    @ParameterizedTest(name = "refuses the prefix \"{0}\", and says what one looks like")
    @ValueSource(strings = {"", "a{b}", "with blank ", "ümlaut"})
    void prefixes(String prefix) {
        assertThatThrownBy(() -> new KeyNames(prefix))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("prefix");
    }

    private static RecordId id(String tenant, String operation, String key) {
        return new RecordId(new Tenant(tenant), operation, new IdempotencyKey(key));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
