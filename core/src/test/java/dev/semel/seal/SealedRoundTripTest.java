// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Answer;
import dev.semel.state.RecordId;
import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Label("Whatever is sealed")
class SealedRoundTripTest {

    private static final KeyRing KEYS = KeyRing.of(Secrets.key("k", 1));

    @Property
    @Label("R27: is given again as it was at its place, and nowhere else")
    void everywhere(
            @ForAll("ids") RecordId id,
            @ForAll("ids") RecordId other,
            @ForAll boolean success,
            @ForAll @IntRange(max = 3) int version,
            @ForAll("types") String type,
            @ForAll @Size(max = 300) byte[] bytes) {
        Saved plain = Saved.of(type, bytes);

        Saved sealed = Sealer.seal(KEYS, id, success, version, plain);

        assertThat(sealed.size()).isEqualTo(42 + type.length() + bytes.length);
        Answer answer = new Answer(success, sealed, version, 1, Instant.EPOCH);
        assertThat(Sealer.open(KEYS, id, answer)).isEqualTo(plain);
        if (!id.equals(other)) {
            assertThatThrownBy(() -> Sealer.open(KEYS, other, answer)).isInstanceOf(UnreadableRecordException.class);
        }
    }

    @Provide
    Arbitrary<RecordId> ids() {
        Arbitrary<String> words =
                Arbitraries.strings().withChars("ab").ofMinLength(1).ofMaxLength(3);
        return Combinators.combine(words, words, words)
                .as((tenant, operation, key) -> new RecordId(new Tenant(tenant), operation, new IdempotencyKey(key)));
    }

    @Provide
    Arbitrary<String> types() {
        return Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(255);
    }
}
