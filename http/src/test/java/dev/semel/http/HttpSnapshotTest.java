// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InvalidValueException;
import dev.semel.Saved;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A saved answer")
class HttpSnapshotTest {

    private static final HttpSnapshot CODEC = HttpSnapshot.codec();
    private static final Headers JSON = Headers.of("Content-Type", "application/json; charset=utf-8");

    @Property
    @Label("R6: comes back as it was, headers in order and body byte for byte")
    void roundTrip(@ForAll("answers") HttpAnswer answer) {
        assertThat(CODEC.load(CODEC.save(answer))).isEqualTo(answer);
    }

    @Property
    @Label("R20: of any bytes, damaged ones included, is read or is unreadable, and nothing else happens")
    void fuzz(@ForAll("damaged") byte[] bytes) {
        HttpSnapshot.read(Saved.owning(HttpSnapshot.CONTENT_TYPE, bytes))
                .ifPresent(answer -> assertThat(answer.status()).isBetween(100, 999));
    }

    @Property(tries = 200)
    @Label("R20: that was cut short is unreadable")
    boolean truncated(@ForAll("answers") HttpAnswer answer, @ForAll @IntRange(min = 1, max = 2000) int cut) {
        byte[] whole = CODEC.save(answer).toBytes();
        byte[] part = Arrays.copyOf(whole, Math.max(0, whole.length - cut));
        return HttpSnapshot.read(Saved.owning(HttpSnapshot.CONTENT_TYPE, part)).isEmpty();
    }

    @Test
    @DisplayName("R20: of the first version reads as it was written when this version was new")
    void firstVersion() {
        byte[] stored = HexFormat.of().parseHex("010000c902084c6f636174696f6e042f632f31026f6b");
        HttpAnswer answer = HttpAnswer.of(201, Headers.of("Location", "/c/1"), "ok".getBytes(StandardCharsets.UTF_8));

        assertThat(CODEC.load(Saved.owning(HttpSnapshot.CONTENT_TYPE, stored))).isEqualTo(answer);
        assertThat(CODEC.save(answer).toBytes()).isEqualTo(stored);
    }

    @Test
    @DisplayName("R20: of a newer version, or with flags that nobody knows, is unreadable")
    void newer() {
        byte[] bytes = CODEC.save(HttpAnswer.empty(204, Headers.NONE)).toBytes();
        byte[] newer = bytes.clone();
        newer[0] = 2;
        byte[] flagged = bytes.clone();
        flagged[1] = 4;

        assertThat(HttpSnapshot.read(Saved.owning(HttpSnapshot.CONTENT_TYPE, newer)))
                .isEmpty();
        assertThat(HttpSnapshot.read(Saved.owning(HttpSnapshot.CONTENT_TYPE, flagged)))
                .isEmpty();
        assertThatThrownBy(() -> CODEC.load(Saved.owning(HttpSnapshot.CONTENT_TYPE, newer)))
                .isInstanceOf(InvalidValueException.class);
    }

    @Test
    @DisplayName("R19: is stored compressed when that helps, and gives its bytes back")
    void compressed() {
        HttpAnswer answer =
                HttpAnswer.owning(200, JSON, "{\"a\":1}".repeat(10_000).getBytes(StandardCharsets.UTF_8));

        Saved saved = CODEC.save(answer);

        assertThat(saved.size()).isLessThan(7_000);
        assertThat(CODEC.load(saved)).isEqualTo(answer);
    }

    @Test
    @DisplayName("R19: is stored as it is when it is short, no text, compressed already or random")
    void notCompressed() {
        byte[] text = "a".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        byte[] noise = new byte[10_000];
        new Random(7).nextBytes(noise);

        assertThat(CODEC.save(HttpAnswer.owning(200, JSON, Arrays.copyOf(text, 4000)))
                        .size())
                .isGreaterThan(4000);
        assertThat(CODEC.save(HttpAnswer.owning(200, Headers.of("Content-Type", "image/png"), text))
                        .size())
                .isGreaterThan(10_000);
        assertThat(CODEC.save(HttpAnswer.owning(200, JSON.and("Content-Encoding", "br"), text))
                        .size())
                .isGreaterThan(10_000);
        assertThat(CODEC.save(HttpAnswer.owning(200, JSON, noise)).size()).isBetween(10_001, 10_100);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 205, 304})
    @DisplayName("has no body where its status has none:")
    void noContent(int status) {
        HttpAnswer answer = HttpAnswer.owning(status, JSON, new byte[] {1, 2, 3});

        assertThat(CODEC.load(CODEC.save(answer))).isEqualTo(HttpAnswer.empty(status, JSON));
    }

    @Test
    @DisplayName("that claims more than it can hold is unreadable, and takes no memory")
    void bomb() {
        byte[] bomb = HexFormat.of().parseHex("010100c800ffffffff07030000");

        assertThat(HttpSnapshot.read(Saved.owning(HttpSnapshot.CONTENT_TYPE, bomb)))
                .isEmpty();
    }

    @Provide
    Arbitrary<HttpAnswer> answers() {
        Arbitrary<String> names = Arbitraries.strings()
                .alpha()
                .numeric()
                .withChars("-_!")
                .ofMinLength(1)
                .ofMaxLength(20);
        Arbitrary<String> values = Arbitraries.strings()
                .withCharRange(' ', '~')
                .withCharRange('à', 'ÿ')
                .ofMaxLength(60);
        Arbitrary<List<Header>> headers =
                Combinators.combine(names, values).as(Header::new).list().ofMaxSize(8);
        Arbitrary<byte[]> bodies = Arbitraries.oneOf(
                Arbitraries.bytes().array(byte[].class).ofMaxSize(300),
                Arbitraries.strings()
                        .withChars("ab{}")
                        .ofMinLength(3000)
                        .ofMaxLength(9000)
                        .map(text -> text.getBytes(StandardCharsets.UTF_8)));
        Arbitrary<Integer> statuses = Arbitraries.of(200, 201, 302, 400, 422, 500);
        return Combinators.combine(statuses, headers, bodies)
                .as((status, lines, body) ->
                        HttpAnswer.owning(status, Headers.of(lines).and(JSON), body));
    }

    /** Real ones with some bytes changed, and noise behind a good beginning. */
    @Provide
    Arbitrary<byte[]> damaged() {
        Arbitrary<byte[]> changed = Combinators.combine(
                        answers().map(answer -> CODEC.save(answer).toBytes()),
                        Arbitraries.integers().between(0, 80),
                        Arbitraries.bytes())
                .as((bytes, at, value) -> {
                    bytes[at % bytes.length] = value;
                    return bytes;
                });
        Arbitrary<byte[]> noise = Arbitraries.bytes()
                .array(byte[].class)
                .ofMaxSize(64)
                .map(tail -> {
                    byte[] bytes = new byte[tail.length + 2];
                    bytes[0] = 1;
                    System.arraycopy(tail, 0, bytes, 2, tail.length);
                    return bytes;
                });
        return Arbitraries.oneOf(changed, noise);
    }
}
