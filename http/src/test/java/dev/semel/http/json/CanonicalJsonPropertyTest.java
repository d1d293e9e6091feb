// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The canonical form")
class CanonicalJsonPropertyTest {

    @Property(tries = 300)
    @Label("R26: does not depend on white space, the order of members, or how characters are escaped")
    void sameMeaning(@ForAll("documents") Object document, @ForAll Random random) {
        String once = Writing.of(document, random);
        String again = Writing.of(document, random);

        assertThat(CanonicalJsonTest.canonical(once)).isEqualTo(CanonicalJsonTest.canonical(again));
    }

    @Property(tries = 300)
    @Label("R26: of two documents is the same only if they are")
    void otherMeaning(@ForAll("documents") Object one, @ForAll("documents") Object other, @ForAll Random random) {
        boolean same = CanonicalJsonTest.canonical(Writing.of(one, random))
                .equals(CanonicalJsonTest.canonical(Writing.of(other, random)));

        assertThat(same).isEqualTo(one.equals(other));
    }

    @Property(tries = 300)
    @Label("R26: of a canonical form is itself")
    void stable(@ForAll("documents") Object document, @ForAll Random random) {
        String canonical = CanonicalJsonTest.canonical(Writing.of(document, random));

        assertThat(CanonicalJsonTest.canonical(canonical)).isEqualTo(canonical);
    }

    @Property
    @Label("of any bytes exists or not, and is never longer than they are")
    void fuzz(@ForAll("noise") byte[] bytes) {
        JsonBytes canonical = CanonicalJson.of(bytes, bytes.length);

        if (canonical != null) {
            assertThat(canonical.size()).isLessThanOrEqualTo(bytes.length);
        }
    }

    @Property(tries = 300)
    @Label("RFC 6901: lets every member and element be found by its pointer")
    void pointers(@ForAll("documents") Object document, @ForAll Random random) {
        byte[] bytes = Writing.of(document, random).getBytes(StandardCharsets.UTF_8);
        JsonBytes canonical = CanonicalJson.of(bytes, bytes.length);

        find(document, "", canonical, random);
    }

    private static void find(Object value, String pointer, JsonBytes document, Random random) {
        JsonBytes found = JsonPointer.of(pointer).in(document);
        assertThat(String.valueOf(found)).isEqualTo(CanonicalJsonTest.canonical(Writing.of(value, random)));
        if (value instanceof String text) {
            assertThat(found.string()).isEqualTo(text);
        }
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                find(list.get(i), pointer + "/" + i, document, random);
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> find(
                    member, pointer + "/" + name.toString().replace("~", "~0").replace("/", "~1"), document, random));
        }
    }

    @Provide
    Arbitrary<byte[]> noise() {
        return Arbitraries.oneOf(
                Arbitraries.strings()
                        .withChars("{}[]\",:\\u0d8ntf1-.e \n")
                        .ofMaxLength(30)
                        .map(text -> text.getBytes(StandardCharsets.UTF_8)),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(30));
    }

    @Provide
    Arbitrary<Object> documents() {
        return value(3);
    }

    private static Arbitrary<Object> value(int depth) {
        Arbitrary<Object> scalars = Arbitraries.oneOf(
                text().asGeneric(),
                Arbitraries.of(
                                new Literal("0"),
                                new Literal("-0"),
                                new Literal("1.50"),
                                new Literal("1e9"),
                                new Literal("9007199254740993"),
                                new Literal("9007199254740992"),
                                new Literal("true"),
                                new Literal("false"),
                                new Literal("null"))
                        .asGeneric());
        if (depth == 0) {
            return scalars;
        }
        Arbitrary<Object> inner = value(depth - 1);
        return Arbitraries.oneOf(
                scalars,
                inner.list().ofMaxSize(4).asGeneric(),
                Arbitraries.maps(text(), inner).ofMaxSize(5).asGeneric());
    }

    private static Arbitrary<String> text() {
        Arbitrary<Character> characters =
                Arbitraries.of('a', 'b', 'A', '~', '/', '"', '\\', '\n', '\u0001', '\u007f', 'é', '€', '\ufb33');
        return Arbitraries.oneOf(
                characters.list().ofMaxSize(4).map(list -> {
                    StringBuilder text = new StringBuilder();
                    list.forEach(text::append);
                    return text.toString();
                }),
                Arbitraries.of("😀", "😀😀", "\uffff", "a😀"));
    }

    private record Literal(String text) {}

    /** A document as some client may write it. */
    private static final class Writing {

        private final Random random;
        private final StringBuilder out = new StringBuilder();

        private Writing(Random random) {
            this.random = random;
        }

        static String of(Object document, Random random) {
            Writing writing = new Writing(random);
            writing.value(document);
            return writing.out.toString();
        }

        private void value(Object value) {
            blank();
            if (value instanceof String text) {
                string(text);
            } else if (value instanceof List<?> list) {
                out.append('[');
                separated(list, this::value);
                out.append(']');
            } else if (value instanceof Map<?, ?> map) {
                List<Map.Entry<?, ?>> members = new ArrayList<>(new LinkedHashMap<>(map).entrySet());
                Collections.shuffle(members, random);
                out.append('{');
                separated(members, this::member);
                out.append('}');
            } else {
                out.append(((Literal) value).text());
            }
            blank();
        }

        private void member(Map.Entry<?, ?> member) {
            blank();
            string((String) member.getKey());
            blank();
            out.append(':');
            value(member.getValue());
        }

        private <T> void separated(List<T> items, Consumer<T> write) {
            for (int i = 0; i < items.size(); i++) {
                if (i > 0) {
                    out.append(',');
                }
                write.accept(items.get(i));
            }
            if (items.isEmpty()) {
                blank();
            }
        }

        private void string(String text) {
            out.append('"');
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                boolean must = c < ' ' || c == '"' || c == '\\';
                // Both halves of a pair alike: a reader sees one character or two escapes.
                boolean escaped = must || (Character.isSurrogate(c) ? text.length() % 2 == 0 : random.nextInt(4) == 0);
                if (escaped) {
                    out.append(c == '/' ? "\\/" : String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
                } else {
                    out.append(c);
                }
            }
            out.append('"');
        }

        private void blank() {
            out.append(List.of("", "", " ", "\n", "\t ", "\r\n").get(random.nextInt(6)));
        }
    }
}
