// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R36: a saved answer in a terminal")
class KeysTableTest {

    private static String printed(JsonObject payload) {
        JsonObject answer = new JsonObject()
                .put("success", true)
                .put("bytes", 4)
                .put("completedAt", "2026-03-02T02:04:00Z")
                .put("payload", payload);
        JsonObject record = new JsonObject()
                .put("key", new JsonObject().put("hash", "#3fa9c17e02b4").put("masked", "…0001"))
                .put("operation", "charges.create")
                .put("tenant", "acct_1")
                .put("standing", "completed")
                .put("state", "COMPLETED")
                .put("attempt", 1)
                .put("createdAt", "2026-03-02T02:04:00Z")
                .put("leaseUntil", "2026-03-02T02:04:00Z")
                .put("nextRetry", "replay")
                .put("answer", answer)
                .put("history", new JsonArray())
                .put("settleable", false);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        new KeysTable(new PrintStream(said, true, StandardCharsets.UTF_8)).print(record);
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("has its status and its body; a method's value has no status")
    void values() {
        JsonObject value =
                new JsonObject().put("status", null).put("text", "17").put("truncated", false);

        assertThat(printed(value)).contains("value        17").doesNotContain("status", "null", "cut");
        assertThat(printed(value.copy().put("status", 201)))
                .contains("status       201", "body         17")
                .doesNotContain("value");
    }

    @Test
    @DisplayName("says that it is cut, and how long the whole is")
    void cut() {
        JsonObject large = new JsonObject()
                .put("status", 200)
                .put("text", "xxx")
                .put("truncated", true)
                .put("size", 300_000);

        assertThat(printed(large)).contains("(cut: the first of 300000 bytes; retries get all of them)");
    }
}
