// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Saved;
import dev.semel.state.Answer;
import dev.semel.state.Ending;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A saved answer is given again byte for byte, whatever it is. */
abstract class AnswerRules extends StoreRules {

    private static final int LARGEST = 1 << 20;

    @ParameterizedTest(name = "R6: an answer of {0} bytes is given again byte for byte")
    @ValueSource(
            ints = {
                0,
                1,
                2,
                127,
                128,
                255,
                256,
                257,
                1_000,
                2_047,
                2_048,
                4_095,
                4_096,
                8_000,
                8_191,
                8_192,
                16_384,
                32_767,
                32_768,
                65_535,
                65_536,
                65_537,
                262_144,
                400_000,
                1_000_000,
                LARGEST - 1,
                LARGEST
            })
    void everySize(int size) {
        byte[] noise = new byte[size];
        new Random(size).nextBytes(noise);
        assertGivenAgain(Saved.of("application/octet-stream", noise));
        byte[] text = new byte[size];
        Arrays.fill(text, (byte) 'a');
        assertGivenAgain(Saved.of("text/plain", text));
    }

    @Test
    @DisplayName("R6: every byte is kept, alone, at the end, and among all others")
    void everyByte() {
        byte[] all = new byte[256];
        for (int b = 0; b < all.length; b++) {
            all[b] = (byte) b;
            assertGivenAgain(Saved.of("", new byte[] {(byte) b}));
        }
        assertGivenAgain(Saved.of("", all));
        for (int last : new int[] {0, 0x20, 0x0a, 0xff}) {
            assertGivenAgain(Saved.of("", new byte[] {'a', (byte) last, (byte) last}));
        }
    }

    @Test
    @DisplayName("R6: bytes that look like something else are kept as they are")
    void disguises() {
        for (String text : List.of(
                "\r\n",
                "\0\0\0",
                "  ",
                "null",
                "\\x00",
                "\\\\x41",
                "0x41",
                "SGVsbG8=",
                "{\"a\":1,\"a\":2}",
                "'; --",
                "\ufeffa",
                "caf\u00e9",
                "cafe\u0301",
                "\ud83d\ude00")) {
            assertGivenAgain(Saved.of("text/plain", text.getBytes(StandardCharsets.UTF_8)));
        }
        byte[] gzipHeader = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3};
        byte[] zstdHeader = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0};
        byte[] brokenUtf8 = {(byte) 0xc3, (byte) 0x28, (byte) 0xed, (byte) 0xa0, (byte) 0x80, (byte) 0xfe};
        for (byte[] bytes : List.of(gzipHeader, zstdHeader, brokenUtf8, new byte[5_000])) {
            assertGivenAgain(Saved.of("application/octet-stream", bytes));
        }
    }

    @Test
    @DisplayName("R6: the content type is kept exactly, empty, long, or with blanks and quotes")
    void contentTypes() {
        for (String type : List.of(
                "",
                " ",
                "text/plain ",
                "Text/Plain",
                "text/plain; charset=\"utf-8\"",
                "a'b\\c|d:e\n".strip(),
                "x".repeat(255))) {
            assertGivenAgain(Saved.of(type, new byte[] {1, 2, 3}));
        }
    }

    @Test
    @DisplayName("R6, R19: an answer that was too large to keep is known as such, and is no empty answer")
    void omitted() {
        Answer omitted = givenAgain(Saved.omitted("application/pdf"));
        assertThat(omitted.saved().isOmitted()).isTrue();
        assertThat(omitted.saved().contentType()).isEqualTo("application/pdf");

        Answer empty = givenAgain(Saved.of("application/pdf", new byte[0]));
        assertThat(empty.saved().isOmitted()).isFalse();
        assertThat(empty.saved()).isNotEqualTo(omitted.saved());
    }

    @ParameterizedTest(name = "R20: the schema version {0} is kept")
    @ValueSource(ints = {0, 1, 127, 128, 32_768, 70_000, Integer.MAX_VALUE})
    void schemaVersions(int version) {
        Caller caller = caller();
        caller.runs().completes(Attempt.ANSWER, version);

        assertThat(elsewhere(caller).replays().schemaVersion()).isEqualTo(version);
    }

    @Test
    @DisplayName("R6: a failure of the largest size is kept like a success")
    void largeFailure() {
        byte[] bytes = new byte[LARGEST];
        new Random(7).nextBytes(bytes);
        Caller caller = caller();
        caller.runs().reaches(new Ending.Save(false, Saved.of("text/plain", bytes), 1));

        Answer answer = elsewhere(caller).replays();

        assertThat(answer.success()).isFalse();
        assertThat(answer.saved().toBytes()).isEqualTo(bytes);
    }

    private void assertGivenAgain(Saved saved) {
        Answer answer = givenAgain(saved);
        assertThat(answer.saved().contentType()).isEqualTo(saved.contentType());
        // Not isEqualTo: a failure would print a megabyte twice.
        assertThat(answer.saved().view().mismatch(saved.view()))
                .as("the first byte that differs, of %s", saved)
                .isEqualTo(-1);
        assertThat(answer.saved()).isEqualTo(saved);
    }

    private Answer givenAgain(Saved saved) {
        Caller caller = caller();
        caller.runs().completes(saved);
        return elsewhere(caller).replays();
    }
}
