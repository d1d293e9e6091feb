// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Saved;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A saved answer, for those who may see it,")
class PayloadsTest {

    private static Map<String, Object> shown(byte[] body) {
        HttpAnswer answer = HttpAnswer.of(201, Headers.of("Content-Type", "text/html"), body);
        return Payloads.of(HttpSnapshot.codec().save(answer));
    }

    @Test
    @DisplayName("R36: is text where it is text, whatever it says of itself, and Base64 where it is not")
    void textOrNot() {
        Map<String, Object> text = shown("<script>é</script>\n".getBytes(StandardCharsets.UTF_8));
        assertThat(text)
                .containsEntry("kind", "http")
                .containsEntry("status", 201)
                .containsEntry("contentType", "text/html")
                .containsEntry("text", "<script>é</script>\n")
                .containsEntry("base64", null);
        assertThat(shown(new byte[] {(byte) 0xff, 1, 2}))
                .containsEntry("text", null)
                .containsEntry("base64", "/wEC");
        assertThat(shown(new byte[] {'a', 0, 'b'})).containsEntry("text", null);
        assertThat(shown(new byte[0])).containsEntry("text", "");
    }

    @Test
    @DisplayName("R36: is cut where it is long, and not within a character")
    void cut() {
        byte[] even = "é".repeat(200_000).getBytes(StandardCharsets.UTF_8);
        byte[] odd = ("x" + "é".repeat(200_000)).getBytes(StandardCharsets.UTF_8);
        assertThat(shown(even)).containsEntry("truncated", true).containsEntry("size", 400_000);
        assertThat(String.valueOf(shown(odd).get("text"))).endsWith("é").hasSize(131_072);
    }

    @Test
    @DisplayName("R36: that is not HTTP's is shown as it is")
    void other() {
        assertThat(Payloads.of(Saved.of("application/x-own", "abc".getBytes(StandardCharsets.UTF_8))))
                .containsEntry("kind", "other")
                .containsEntry("contentType", "application/x-own")
                .containsEntry("text", "abc");
    }
}
