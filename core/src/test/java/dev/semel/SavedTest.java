// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SavedTest {

    @Test
    @DisplayName("R6: what is kept is given again byte for byte, every byte value included")
    void bytes() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        Saved saved = Saved.of("application/octet-stream", all);

        assertThat(saved.toBytes()).isEqualTo(all);
        assertThat(saved.size()).isEqualTo(256);
        assertThat(saved.contentType()).isEqualTo("application/octet-stream");
        assertThat(saved.isOmitted()).isFalse();
    }

    @Test
    @DisplayName("bytes that are changed afterwards, outside, change nothing")
    void copies() {
        byte[] bytes = {1, 2};
        Saved saved = Saved.of("", bytes);
        bytes[0] = 9;
        saved.toBytes()[1] = 9;

        assertThat(saved).isEqualTo(Saved.of("", new byte[] {1, 2}));
        assertThat(saved.view().isReadOnly()).isTrue();
        assertThat(saved.view()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
    }

    @Test
    @DisplayName("an answer may be a part of an array, of which nothing else is seen")
    void part() {
        Saved part = Saved.owning("a/b", new byte[] {9, 1, 2, 9}, 1, 2);

        assertThat(part)
                .isEqualTo(Saved.of("a/b", new byte[] {1, 2}))
                .hasSameHashCodeAs(Saved.of("a/b", new byte[] {1, 2}));
        assertThat(part).isNotEqualTo(Saved.owning("a/b", new byte[] {9, 1, 2, 9}, 1, 3));
        assertThat(part.size()).isEqualTo(2);
        assertThat(part.toBytes()).containsExactly(1, 2);
        assertThat(part.view().position()).isZero();
        assertThat(part.view()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Saved.owning("a/b", new byte[] {1, 2}, 1, 2));
    }

    @Test
    @DisplayName("R19: an answer that was too large is not an empty one")
    void omitted() {
        Saved omitted = Saved.omitted("text/plain");

        assertThat(omitted.isOmitted()).isTrue();
        assertThat(omitted.size()).isZero();
        assertThat(omitted).isNotEqualTo(Saved.of("text/plain", new byte[0])).isEqualTo(Saved.omitted("text/plain"));
        assertThat(omitted.toString()).contains("omitted");
    }

    @Test
    @DisplayName("two answers are the same when type and bytes are")
    void equality() {
        Saved saved = Saved.of("a/b", new byte[] {1});

        assertThat(saved).isEqualTo(Saved.owning("a/b", new byte[] {1})).hasSameHashCodeAs(Saved.of("a/b", new byte[] {1
        }));
        assertThat(saved)
                .isNotEqualTo(Saved.of("a/c", new byte[] {1}))
                .isNotEqualTo(Saved.of("a/b", new byte[] {2}))
                .isNotEqualTo(Saved.of("a/b", new byte[] {1, 0}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret\r\nSet-Cookie: x", "secret\u0000", "secreté", "secret\ud800", "secret\u007f"})
    @DisplayName("R27: a content type that no header could carry is refused, and not shown")
    void badType(String type) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Saved.of(type, new byte[0]))
                .withMessageContaining("at most 255 printable ASCII characters")
                .withMessageContaining("into the bytes")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    @DisplayName("a content type has at most 255 characters")
    void longType() {
        assertThat(Saved.omitted("x".repeat(255)).contentType()).hasSize(255);
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Saved.omitted("x".repeat(256)))
                .withMessageContaining("255");
    }

    @Test
    @DisplayName("R27: its text shows the size and nothing of the payload")
    void text() {
        String text = Saved.of("a/b", "secret".getBytes(StandardCharsets.UTF_8)).toString();

        assertThat(text).isEqualTo("Saved[6 bytes]");
    }
}
