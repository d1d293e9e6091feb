// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The strings are those of RFC 9651, sections 3.3.3 and 4.2.5, and of the draft, section 2.1. */
@DisplayName("The value of a key header")
class KeyValueTest {

    @ParameterizedTest(name = "[{index}] {0}")
    @CsvSource(
            quoteCharacter = '\'',
            delimiter = '|',
            value = {
                "'\"8e03978e-40d5-43dd-bc93-6894a57f9324\"' | '8e03978e-40d5-43dd-bc93-6894a57f9324'",
                "'8e03978e-40d5-43dd-bc93-6894a57f9324'     | '8e03978e-40d5-43dd-bc93-6894a57f9324'",
                "'  \"foo bar\"\t'      | 'foo bar'",
                "' foo\t'               | 'foo'",
                "'\"\"'                 | ''",
                "''                     | ''",
                "'\"b \\\" a\"'         | 'b \" a'",
                "'\"b \\\\ a\"'         | 'b \\ a'",
                "'\"a,b\"'              | 'a,b'",
                "'\"k\";v=1'            | 'k'",
                "'\"k\"; a=\"x,\\\"y\";b;*c=?1' | 'k'",
                "'a;b=c'                | 'a;b=c'",
                "'a\\b'                 | 'a\\b'",
                "'''k'''                | '''k'''",
                "'k w'                  | 'k w'",
            })
    @DisplayName("R34, RFC 9651: quoted and bare mean the same key:")
    void good(String line, String key) {
        assertThat(KeyValue.parse(line)).isEqualTo(FoundKey.of(key));
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @CsvSource(
            quoteCharacter = '\'',
            delimiter = '|',
            value = {
                "'\"foo'               | key-malformed",
                "'\"'                  | key-malformed",
                "'\"foo\\'             | key-malformed",
                "'\"foo\\\"'           | key-malformed",
                "'\"foo\\,\"'          | key-malformed",
                "'\"f\to\"'            | key-malformed",
                "'\"füü\"'             | key-malformed",
                "'\"f\u007fo\"'        | key-malformed",
                "'foo\"'               | key-malformed",
                "'\"foo\"bar'          | key-malformed",
                "'\"foo\" \"bar\"'     | key-malformed",
                "'\"foo\";'            | key-malformed",
                "'\"foo\";1=2'         | key-malformed",
                "'\"foo\";a='          | key-malformed",
                "'\"foo\";a=\"x'       | key-malformed",
                "'\"foo\";a=\"x\\'     | key-malformed",
                "'\"a\", \"b\"'        | key-repeated",
                "'\"a\",'              | key-repeated",
                "'\"a\";v=1,b'         | key-repeated",
                "'a,b'                 | key-repeated",
                "'a,'                  | key-repeated",
                "'a,\"b\"'             | key-repeated",
                "','                   | key-repeated",
            })
    @DisplayName("R34: is refused with a reason when it is no single key:")
    void bad(String line, String code) {
        FoundKey found = KeyValue.parse(line);

        assertThat(found.value()).isNull();
        assertThat(found.problem()).extracting(Problem::code, Problem::status).containsExactly(code, 400);
        assertThat(found.problem().detail()).contains("Idempotency-Key").endsWith(".");
    }

    @Property
    @Label("R34: whatever printable ASCII is quoted as RFC 9651 says comes out again")
    boolean roundTrip(@ForAll("printable") String key) {
        String quoted = "\"" + key.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        return FoundKey.of(key).equals(KeyValue.parse(quoted));
    }

    @Property
    @Label("R27: any text at all gives a key or a problem that does not show it")
    void fuzz(@ForAll("lines") String line) {
        FoundKey found = KeyValue.parse(line);

        assertThat(found.value() == null).isNotEqualTo(found.problem() == null);
        if (found.problem() != null && line.strip().length() > 12) {
            assertThat(found.problem().detail()).doesNotContain(line.strip());
        }
    }

    @Provide
    Arbitrary<String> printable() {
        return Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(300);
    }

    /** Mostly the characters that mean something. */
    @Provide
    Arbitrary<String> lines() {
        return Arbitraries.oneOf(
                Arbitraries.strings().withChars("\"\\,;= \tab1*").ofMaxLength(20),
                Arbitraries.strings().ofMaxLength(40));
    }
}
