// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The check of requests and answers against a description")
class ApiCheckTest {

    private final ApiCheck check = new ApiCheck("""
            {"paths": {
              "/api/notes": {
                "get": {"responses": {"200": {"content": {"application/json": {"schema": {"type": "object"}}}}}},
                "post": {
                  "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}},
                  "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}}
                }
              }
            }, "components": {"schemas": {"Note": {
              "type": "object",
              "properties": {"text": {"type": "string", "maxLength": 5}, "size": {"type": "integer", "minimum": 1}},
              "required": ["text"],
              "additionalProperties": false
            }}}}
            """);

    private int answerProblems(String method, String path, int status, String body) {
        return check.problems(method, path, status, "application/json", body).size();
    }

    @Test
    @DisplayName("finds what is not described, of the wrong shape, or missing, in what is sent and in what is answered")
    void finds() {
        assertThat(check.problems("POST", "api/notes", "{\"text\":\"hello\",\"size\":1}"))
                .isEmpty();
        for (String wrong : new String[] {
            "{}",
            "{\"text\":1}",
            "{\"text\":\"too long\"}",
            "{\"text\":\"x\",\"size\":0}",
            "{\"text\":\"x\",\"more\":1}"
        }) {
            assertThat(check.problems("POST", "api/notes", wrong)).as(wrong).hasSize(1);
            assertThat(answerProblems("POST", "api/notes", 200, wrong))
                    .as(wrong)
                    .isEqualTo(1);
        }
        assertThat(check.problems("GET", "api/notes", "{}")).containsExactly("GET api/notes takes no JSON");
        assertThat(answerProblems("GET", "api/others", 200, "{}")).isEqualTo(1);
        assertThat(answerProblems("GET", "api/notes", 404, "{}")).isEqualTo(1);
    }

    @Test
    @DisplayName("knows what nobody has asked for")
    void unasked() {
        assertThat(check.unasked()).containsExactly("GET /api/notes", "POST /api/notes");
        assertThat(answerProblems("GET", "api/notes", 200, "{}")).isZero();
        assertThat(check.unasked()).containsExactly("POST /api/notes");
    }
}
