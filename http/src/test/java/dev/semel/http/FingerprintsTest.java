// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.SettingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A request's fingerprint")
class FingerprintsTest {

    private static final Head JSON = Head.post("/charges").with("Content-Type", "application/json");

    @Test
    @DisplayName("R26, T13: covers method, path, query, media type and body, and nothing can move from one to the next")
    void everyPart() {
        Head post = Head.post("/charges").query("a=b");
        Set<Fingerprint> all = new HashSet<>(List.of(
                raw(post, "{}"),
                raw(post.method("PATCH"), "{}"),
                raw(post.path("/charge"), "{}"),
                raw(post.path("/charges/x"), "{}"),
                raw(post.query("a=c"), "{}"),
                raw(post.query(""), "{}"),
                raw(post.path("/chargesa=b").query(""), "{}"),
                raw(post.path("/charges?a=b").query(""), "{}"),
                raw(post.with("Content-Type", "text/plain"), "{}"),
                raw(post.with("Content-Type", "text/xml"), "{}"),
                raw(post, "{} "),
                raw(post, "")));

        assertThat(all).hasSize(12);
    }

    @Test
    @DisplayName("R26: is the same in every version: what one node has saved, another one compares")
    void stable() {
        // SHA-256 of each part behind its length in four bytes, an r, and the body; by another program.
        assertThat(raw(JSON.query("a=b"), "{\"amount\": 100}"))
                .isEqualTo(Fingerprint.ofDigest(
                        HexFormat.of().parseHex("9e14febddb4430169cab12de3ba7f4643581697c9bc8119c496f66d2b65d6ea7")));
    }

    @Test
    @DisplayName("R26: leaves out credentials, dates, traces, and the parameters of a media type")
    void headersDoNotCount() {
        Head plain = Head.post("/charges").with("Content-Type", "text/plain");
        Head other = Head.post("/charges")
                .with("Content-Type", " Text/Plain ; charset=utf-8")
                .with("Authorization", "Bearer x")
                .with("Date", "today")
                .with("Signature", "s")
                .with("traceparent", "00-1");

        assertThat(raw(other, "body")).isEqualTo(raw(plain, "body"));
    }

    @Test
    @DisplayName("R26, T13: covers the last byte of a body of ten megabytes that lies on a disk")
    void wholeBody(@TempDir Path folder) {
        byte[] one = new byte[10 << 20];
        byte[] other = one.clone();
        other[other.length - 1] = 1;
        BufferSettings settings =
                new BufferSettings(new MemoryBudget(1 << 20), new AnswerMemory(1 << 20), 1000, 64 << 20, folder);

        for (BodyFingerprint kind : new BodyFingerprint[] {BodyFingerprint.raw(), BodyFingerprint.canonicalJson()}) {
            assertThat(of(JSON, kind, one, 8192, settings))
                    .isEqualTo(of(JSON, kind, one, 100_000, settings))
                    .isNotEqualTo(of(JSON, kind, other, 8192, settings));
        }
    }

    @Property(tries = 200)
    @Label("R26: does not depend on the pieces that the body comes in")
    void pieces(@ForAll("bodies") String body, @ForAll @IntRange(min = 1, max = 50) int piece) {
        Head multipart = Head.post("/").with("Content-Type", "multipart/form-data; boundary=ab");
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        for (Head head : new Head[] {JSON, multipart}) {
            for (BodyFingerprint kind : new BodyFingerprint[] {
                BodyFingerprint.raw(), BodyFingerprint.canonicalJson(), BodyFingerprint.pointers("/a")
            }) {
                assertThat(of(head, kind, bytes, piece, roomy())).isEqualTo(of(head, kind, bytes, 1000, roomy()));
            }
        }
    }

    @Test
    @DisplayName("R26: in canonical JSON ignores white space and order, but keeps numbers apart")
    void canonical() {
        assertThat(canonical("{\"a\":1,\"b\":[2]}")).isEqualTo(canonical(" {\"b\" : [2],\n\"a\":1} "));
        assertThat(canonical("{\"a\":9007199254740993}")).isNotEqualTo(canonical("{\"a\":9007199254740992}"));
        assertThat(canonical("{\"a\":1.0}")).isNotEqualTo(canonical("{\"a\":1}"));
        assertThat(canonical("[1,2]")).isNotEqualTo(canonical("[2,1]"));
    }

    @Test
    @DisplayName("R26: falls back to the bytes where there is no canonical form, and where the body is no JSON")
    void fallback() {
        assertThat(canonical("{\"a\":1,\"a\":1}")).isEqualTo(raw(JSON, "{\"a\":1,\"a\":1}"));
        assertThat(canonical("{\"a\":1,\"a\":2}")).isNotEqualTo(canonical("{\"a\":2,\"a\":1}"));
        Head text = Head.post("/charges").with("Content-Type", "text/plain");
        assertThat(of(text, BodyFingerprint.canonicalJson(), "{ }")).isEqualTo(raw(text, "{ }"));
    }

    @Test
    @DisplayName("R26: of a JSON body that does not fit into memory is that of its bytes")
    void tooLargeForJson(@TempDir Path folder) {
        BufferSettings small =
                new BufferSettings(new MemoryBudget(1 << 20), new AnswerMemory(1 << 20), 16, 1 << 20, folder);
        byte[] body = "{\"amount\": 5, \"currency\": \"eur\"}".getBytes(StandardCharsets.UTF_8);

        assertThat(of(JSON, BodyFingerprint.canonicalJson(), body, 5, small))
                .isEqualTo(of(JSON, BodyFingerprint.raw(), body, 7, small));
    }

    @Test
    @DisplayName("R26: as a business signature covers what the pointers point to, and nothing else")
    void signature() {
        String[] pointers = {"/amount", "/to/account", "/items/1"};
        Fingerprint first =
                signature("{\"amount\":5,\"to\":{\"account\":\"x\"},\"items\":[1,2],\"note\":\"a\"}", pointers);

        assertThat(signature(
                        "{\"note\":\"b\",\"items\":[9,2],\"to\":{\"bic\":1,\"account\":\"x\"},\"amount\":5}", pointers))
                .isEqualTo(first);
        assertThat(signature("{\"amount\":6,\"to\":{\"account\":\"x\"},\"items\":[1,2]}", pointers))
                .isNotEqualTo(first);
        assertThat(signature("{\"amount\":5,\"to\":{\"account\":\"x\"},\"items\":[1]}", pointers))
                .isNotEqualTo(first);
        assertThat(signature("{\"amount\":5,\"to\":{\"account\":null},\"items\":[1,2]}", pointers))
                .isNotEqualTo(first);
        assertThat(signature("{\"a\":1,\"b\":2}", "/a", "/b")).isNotEqualTo(signature("{\"a\":1,\"b\":2}", "/b", "/a"));
    }

    @Test
    @DisplayName("R26: as a business signature of nothing is that of the bytes")
    void emptySignature() {
        assertThat(signature("{\"x\":1}", "/amount")).isNotEqualTo(signature("{\"x\":2}", "/amount"));
        assertThat(signature("no json", "/amount")).isEqualTo(raw(JSON, "no json"));
    }

    @Test
    @DisplayName("refuses pointers that are none at the start")
    void badPointers() {
        assertThatThrownBy(() -> BodyFingerprint.pointers("amount")).isInstanceOf(SettingException.class);
        assertThatThrownBy(() -> BodyFingerprint.pointers("/a~2b")).isInstanceOf(SettingException.class);
        assertThatThrownBy(BodyFingerprint::pointers).isInstanceOf(SettingException.class);
    }

    @Test
    @DisplayName("R26: of a multipart body does not depend on the boundary, but on everything else")
    void multipart() {
        Fingerprint first = multipart("xyz", "--xyz\r\nA: 1\r\n\r\none\r\n--xyz\r\n\r\ntwo\r\n--xyz--\r\n");

        assertThat(multipart("\"a b\"", "--a b\r\nA: 1\r\n\r\none\r\n--a b\r\n\r\ntwo\r\n--a b--\r\n"))
                .isEqualTo(first);
        assertThat(multipart("xyz", "--xyz\r\nA: 1\r\n\r\none\r\n--xyz\r\n\r\ntwo\r\n--xyz--"))
                .isNotEqualTo(first);
        assertThat(multipart("xyz", "--xyz\r\nA: 1\r\n\r\nonex\r\n--xyz\r\n\r\ntwo\r\n--xyz--\r\n"))
                .isNotEqualTo(first);
        assertThat(multipart("xyz", "--xyz\r\nA: 2\r\n\r\none\r\n--xyz\r\n\r\ntwo\r\n--xyz--\r\n"))
                .isNotEqualTo(first);
        assertThat(multipart("xyz", "--xyz\r\nA: 1\r\n\r\none\r\n--xyz--\r\n\r\ntwo\r\n--xyz\r\n"))
                .isNotEqualTo(first);
        assertThat(multipart("xy", "--xyz\r\nA: 1\r\n\r\none\r\n--xyz\r\n\r\ntwo\r\n--xyz--\r\n"))
                .isNotEqualTo(first);
    }

    @Test
    @DisplayName("R26: of an upload does not depend on its boundary where JSON is compared by its meaning, either")
    void uploadsBesideJson() {
        for (BodyFingerprint kind : List.of(BodyFingerprint.canonicalJson(), BodyFingerprint.pointers("/a"))) {
            Head one = Head.post("/").with("Content-Type", "multipart/form-data; boundary=ab");
            Head two = Head.post("/").with("Content-Type", "multipart/form-data; boundary=cd");

            assertThat(of(two, kind, "--cd\r\n\r\none\r\n--cd--\r\n"))
                    .isEqualTo(of(one, kind, "--ab\r\n\r\none\r\n--ab--\r\n"))
                    .isNotEqualTo(of(one, kind, "--ab\r\n\r\ntwo\r\n--ab--\r\n"));
        }
    }

    @Property(tries = 300)
    @Label(
            "R26: of a multipart body is the same for two boundaries exactly if the parts are, however like a boundary these look")
    void multipartParts(@ForAll("parts") List<String> one, @ForAll("parts") List<String> other) {
        Fingerprint first = multipart("aab", "--aab" + String.join("\r\n--aab", one));
        Fingerprint second = multipart("cdc", "--cdc" + String.join("\r\n--cdc", other));

        assertThat(first.equals(second)).isEqualTo(one.equals(other));
    }

    /** Almost delimiters of the first boundary, and never one of the second. */
    @Provide
    Arbitrary<List<String>> parts() {
        return Arbitraries.of("\r\n", "--aa", "-", "a", "\r", "\r\n--a", "x", "\r\n-\r\n--aa")
                .list()
                .ofMaxSize(5)
                .map(pieces -> String.join("", pieces))
                .filter(part -> !("\r\n" + part + "\r\n").contains("\r\n--aab"))
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
    }

    @Provide
    Arbitrary<String> bodies() {
        return Arbitraries.oneOf(
                Arbitraries.of("{\"a\": 1, \"b\": 2}", "{\"b\":2,\"a\":1}", "[]", "--ab\r\n\r\nx\r\n--ab--"),
                Arbitraries.strings().withChars("\r\n-ab{}\":").ofMaxLength(60));
    }

    private static Fingerprint multipart(String boundary, String body) {
        return raw(Head.post("/").with("Content-Type", "multipart/form-data; boundary=" + boundary), body);
    }

    private static Fingerprint raw(Head head, String body) {
        return of(head, BodyFingerprint.raw(), body);
    }

    private static Fingerprint canonical(String body) {
        return of(JSON, BodyFingerprint.canonicalJson(), body);
    }

    private static Fingerprint signature(String body, String... pointers) {
        return of(JSON, BodyFingerprint.pointers(pointers), body);
    }

    private static Fingerprint of(Head head, BodyFingerprint kind, String body) {
        return of(head, kind, body.getBytes(StandardCharsets.UTF_8), 1000, roomy());
    }

    private static Fingerprint of(Head head, BodyFingerprint kind, byte[] bytes, int piece, BufferSettings settings) {
        HttpPolicy policy = HttpPolicy.builder(
                        Operation.payments("charges.create").build())
                .fingerprint(kind)
                .build();
        BodyDigest digest = BodyDigest.of(head, policy);
        try (BodyBuffer body = BodyBuffer.forRequest(settings)) {
            for (int from = 0; from < bytes.length; from += piece) {
                byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + piece));
                digest.take(part, 0, part.length, body);
                assertThat(body.append(part, 0, part.length)).isTrue();
            }
            return digest.finish(body);
        }
    }

    private static BufferSettings roomy() {
        return new BufferSettings(
                new MemoryBudget(1 << 20), new AnswerMemory(1 << 20), 1 << 20, 1 << 20, Path.of("nowhere"));
    }
}
