// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The canonical form of a JSON text")
class CanonicalJsonTest {

    @Test
    @DisplayName("RFC 8785, 3.2.2: has no white space, and the fewest escapes; but numbers stay as they are (R26)")
    void rfcExample() {
        String text = """
                {
                  "numbers": [333333333.33333329, 1E30, 4.50,
                              2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }
                """;

        assertThat(canonical(text))
                .isEqualTo("{\"literals\":[null,true,false],"
                        + "\"numbers\":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"
                        + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    @DisplayName("RFC 8785, 3.2.3: has its members in the order of UTF-16 code units")
    void rfcOrder() {
        String text =
                "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\",\"\\ufb33\":\"Hebrew Letter Dalet With Dagesh\","
                        + "\"1\":\"One\",\"\\ud83d\\ude00\":\"Emoji: Grinning Face\",\"\\u0080\":\"Control\","
                        + "\"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}";

        assertThat(canonical(text))
                .isEqualTo("{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
                        + "\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\","
                        + "\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'{}' | '{}'",
                "' { } ' | '{}'",
                "'[ ]' | '[]'",
                "'\t\r\n 1 ' | '1'",
                "'\"\"' | '\"\"'",
                "'{\"b\":1,\"a\":2}' | '{\"a\":2,\"b\":1}'",
                "'{\"a\":{\"d\":1,\"c\":[{\"z\":0,\"y\":0}]},\"\":2}' | '{\"\":2,\"a\":{\"c\":[{\"y\":0,\"z\":0}],\"d\":1}}'",
                "'{\"aa\":1,\"a\":2}' | '{\"a\":2,\"aa\":1}'",
                "'{\"\\u0061b\":1,\"aa\":2}' | '{\"aa\":2,\"ab\":1}'",
                "'{\"\\n\":1,\"\\t\":2}' | '{\"\\t\":2,\"\\n\":1}'",
                "'{\"!\":1,\"\\n\":2}' | '{\"\\n\":2,\"!\":1}'",
                "'{\"a\\\\\":1,\"a\\\"\":2}' | '{\"a\\\"\":2,\"a\\\\\":1}'",
                "'{\"\\u0002\":1,\"\\u0001\":2}' | '{\"\\u0001\":2,\"\\u0002\":1}'",
                "'-0' | '-0'",
                "'1.0' | '1.0'",
                "'9007199254740993' | '9007199254740993'",
            })
    @DisplayName("R26: of {0} is {1}")
    void vectors(String text, String expected) {
        assertThat(canonical(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[",
                "]",
                "{]",
                "[}",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\" 1}",
                "{1:1}",
                "1 2",
                "01",
                "-",
                "-a",
                "1.",
                ".5",
                "1e",
                "1e+",
                "+1",
                "0x1",
                "NaN",
                "Infinity",
                "tru",
                "truE",
                "nul",
                "falsey",
                "\"",
                "\"a",
                "\"\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12G4\"",
                "\"\\ud800\"",
                "\"\\ud800\\u0041\"",
                "\"\\udc00\"",
                "\"\\ud800\\ud800\"",
                "\"a\tb\"",
                "\"a\nb\"",
                "'a'",
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"b\":2,\"a\":3}",
                "{\"a\":1,\"\\u0061\":2}",
                "[{\"x\":{\"k\":1,\"k\":2}}]",
                "\ufeff{}",
                "// c\n1",
                "[1]x"
            })
    @DisplayName("R26: does not exist for what is no JSON, or has a member twice:")
    void none(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertThat(CanonicalJson.of(bytes, bytes.length)).isNull();
    }

    @Test
    @DisplayName("does not exist for what is nested too deeply, and needs no deep stack to say so")
    void depth() {
        String deepest = "[".repeat(CanonicalJson.DEEPEST) + "]".repeat(CanonicalJson.DEEPEST);
        byte[] deeper = "[".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);

        assertThat(canonical(deepest)).isEqualTo(deepest);
        assertThat(CanonicalJson.of(deeper, deeper.length)).isNull();
    }

    @Test
    @DisplayName("R26: is the same for an object of ten thousand members in any order, and soon found")
    void manyMembers() {
        List<String> members = IntStream.range(0, 10_000)
                .mapToObj(i -> "\"key" + i + "\":" + i)
                .collect(Collectors.toList());
        String sorted = canonical("{" + String.join(",", members) + "}");
        Collections.shuffle(members, new Random(3));

        assertThat(canonical("{" + String.join(" , ", members) + "}")).isEqualTo(sorted);
    }

    static String canonical(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Objects.requireNonNull(CanonicalJson.of(bytes, bytes.length)).toString();
    }
}
