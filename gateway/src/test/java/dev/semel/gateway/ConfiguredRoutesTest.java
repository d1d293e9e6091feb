// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The routes of a configuration")
class ConfiguredRoutesTest {

    private static final String HEAD = """
            tenant: {constant: all}
            store: {type: memory}
            upstreams:
              behind: {server: "http://127.0.0.1:9000"}
              slow: {server: "http://127.0.0.1:9001", timeout: 50s}
            routes:
            """;

    /** To be quoted: it may have braces. */
    private static final Pattern PATH = Pattern.compile("path: ([^',]+)");

    @TempDir
    Path folder;

    /** Each route begins in a line of its own, the first in line 7. */
    private Configuration read(String... routes) throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        for (String route : routes) {
            String upstream = route.contains("upstream:") ? "" : ", upstream: behind";
            text.append("  - {")
                    .append(PATH.matcher(route).replaceFirst("path: '$1'"))
                    .append(upstream)
                    .append("}\n");
        }
        return ConfigurationFile.read(Files.writeString(folder.resolve("semel.yaml"), text), Map.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [post]        | POST
            Post          | POST
            [PATCH, put]  | PATCH PUT
            [delete]      | DELETE
            [reserve]     | reserve
            """)
    @DisplayName("take the usual methods in any case, and others as they are written: theirs counts (R35)")
    void methods(String written, String meant) throws IOException {
        Route route = read("path: /charges, operation: charges.create, methods: " + written)
                .routes()
                .get(0);

        assertThat(route.methods()).containsExactlyInAnyOrder(meant.split(" "));
        assertThat(route.policy().orElseThrow().methods()).isEqualTo(route.methods());
    }

    @ParameterizedTest
    @ValueSource(strings = {"methods: 'POST, PATCH'", "methods: [POST PATCH]", "methods: ['']"})
    @DisplayName("refuse methods that no request can have, protected or not")
    void noMethods(String methods) {
        assertThatThrownBy(() -> read("path: /charges, " + methods))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:7: methods")
                .hasMessageContaining("as in [POST, PATCH]");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            /caf%C3%A9/charges    | write /café/charges
            /v1/ch%61rges         | write /v1/charges
            /v1//charges          | write /v1/charges
            /v1/./charges         | write /v1/charges
            /v1/../charges        | write /charges
            /v1/charges;v=1       | write /v1/charges
            /v1/charges?x=1       | by its path alone, without a query
            /v1/charges#x         | by its path alone, without a query
            /v1/*/charges         | {name} stands for any one segment
            /v1/*                 | ** at the end for any rest
            /v1/charges*          | {name} stands for any one segment
            /v1/***               | ** at the end for any rest
            /v1/**/charges        | only at the end
            /v1/charges-{id}      | {name} is a whole segment
            /v1/{id}.json         | {name} is a whole segment
            /v1/{a}-{b}           | {name} is a whole segment
            /v1/{id               | {name} is a whole segment
            """)
    @DisplayName("refuse a path that no request would ever fit, with the line and what to write")
    void paths(String path, String instead) {
        assertThatThrownBy(() -> read("path: '" + path + "', operation: a"))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:7: path")
                .hasMessageContaining(instead);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/**", "/v1/", "/v1/{id}/capture", "/café", "/a b", "/x:cancel", "/a%2Fb", "/{a}/**"})
    @DisplayName("take every path that requests can have")
    void goodPaths(String path) throws IOException {
        assertThat(read("path: '" + path + "', operation: a").routes()).hasSize(1);
    }

    @ParameterizedTest(name = "{0}, then {1}")
    @CsvSource(delimiter = '|', textBlock = """
            path: /**                                | path: /charges, operation: a
            path: /v1/**                             | path: /v1/charges/{id}, operation: a
            path: /v1/**                             | path: /v1, operation: a
            path: /v1/{any}                          | path: /v1/charges, operation: a
            path: /{any}/**                          | path: /v1/**, operation: a
            path: /charges                           | path: /charges, operation: a
            path: /charges                           | path: /charges, operation: a, methods: POST
            path: /charges, operation: b             | path: /charges, operation: a
            path: /charges/{id}                      | path: /charges/{key}, operation: a
            path: /charges, operation: a             | path: /charges/, operation: a
            path: /charges/, operation: a            | path: /charges
            path: /**, methods: [POST]               | path: /charges, operation: a, methods: POST
            path: /**, methods: [POST, PATCH]        | path: /charges, operation: a
            path: /**, methods: [post]               | path: /charges, operation: a, methods: [POST, PUT]
            path: /**                                | path: /plain
            """)
    @DisplayName("refuse one that an earlier one leaves nothing for: it would protect nothing")
    void covered(String earlier, String later) {
        assertThatThrownBy(() -> read("path: /first", earlier, later))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:9: path")
                .hasMessageContaining("is never reached")
                .hasMessageContaining("move it up");
    }

    @Test
    @DisplayName("refuse one that several earlier ones leave nothing for together")
    void coveredTogether() {
        assertThatThrownBy(() -> read(
                        "path: /charges, methods: POST", "path: /**, methods: PATCH", "path: /charges, operation: a"))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:9: path")
                .hasMessageContaining("is never reached");
    }

    @ParameterizedTest(name = "{0}, then {1}")
    @CsvSource(delimiter = '|', textBlock = """
            path: /charges, operation: a               | path: /**
            path: /v1/**                               | path: /**, operation: a
            path: /v1/{id}                             | path: /v1/, operation: a
            path: /v1/{id}                             | path: /v1/**, operation: a
            path: /v1/charges                          | path: /v1/{id}, operation: a
            path: /v1/charges                          | path: /v1/charges/, operation: a
            path: /v1/{id}/**                          | path: /v1/**, operation: a
            path: /charges, methods: [GET]             | path: /charges, operation: a
            path: /charges, methods: [POST]            | path: /charges, operation: a
            path: /charges, methods: [POST]            | path: /charges, operation: a, methods: [PUT]
            """)
    @DisplayName("take one that something is left for")
    void reached(String earlier, String later) throws IOException {
        assertThat(read(earlier, later).routes()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            retention: 2h                            | retention: 24h
            in-doubt: rerun                          | in-doubt: hold
            forward-key: own                         | forward-key: derived
            fingerprint: raw                         | fingerprint: canonical-json
            key: optional                            | key: required
            'outcomes: {409: release}'               | 'outcomes: {409: doubt}'
            'kept-headers: {keep: Set-Cookie}'       | 'kept-headers: {drop: X-A}'
            version: 1                               | version: 2
            upstream: behind                         | upstream: slow
            'in-doubt: {ask: "/x/{key}"}'            | 'in-doubt: {ask: "/y/{key}"}'
            'in-doubt: {ask: "/x/{key}"}'            | 'in-doubt: {ask: "/x/{key}", status: 201}'
            'in-doubt: {ask: "/x/{key}"}'            | 'in-doubt: {ask: "/x/{key}", limit: 1s}'
            'in-doubt: {ask: "/x/{key}"}'            | 'in-doubt: {ask: "/x/{key}", headers: {X-A: b}}'
            """)
    @DisplayName("refuse two with one operation that treat its keys differently")
    void namesakes(String one, String other) {
        assertThatThrownBy(() -> read("path: /a, operation: charges, " + one, "path: /b, operation: charges, " + other))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:8: operation charges")
                .hasMessageContaining("same settings");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            outcomes: {200-299: save}                | 200-299 is no status
            outcomes: {600: save}                    | 600 is no status
            outcomes: {409: in-doubt}                | it is one of [doubt, release, save]
            kept-headers: {keep: Connection}         | cannot be Connection
            kept-headers: {keep: [Content-Length]}   | cannot be Content-Length
            kept-headers: {only: [X-A]}              | there is no setting only
            version: 0                               | counts from 1
            older-answers: rerun                     | needs a version
            version: 2, older-answers: convert       | it is one of [replay, rerun]
            """)
    @DisplayName("refuse what cannot be said of answers")
    void badAnswers(String setting, String problem) {
        assertThatThrownBy(() -> read("path: /a, operation: charges, " + setting))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:7:")
                .hasMessageContaining(problem);
    }

    @Test
    @DisplayName("show what they say of answers")
    void shownAnswers() throws IOException {
        Configuration configuration = read("path: /a, operation: charges, outcomes: {500: doubt, 402: '${file:"
                + Files.writeString(folder.resolve("word"), "release")
                + "}', 200: save}, kept-headers: {keep: Set-Cookie}, version: 2");

        assertThat(EffectiveConfiguration.of(configuration).toString())
                .contains("outcomes={402=${file:", "500=doubt", "200=save")
                .contains("kept-headers={keep=Set-Cookie}", "version=2", "older-answers=replay");
    }

    @Test
    @DisplayName("take two with one operation and the same settings, whether these are written or the defaults")
    void sameSettings() throws IOException {
        String asks = "in-doubt: {ask: '/x/{key}', headers: {X-A: b}}";
        assertThat(read(
                                "path: /a, operation: charges, retention: 24h, " + asks,
                                "path: /b, operation: charges, methods: PUT, body-limit: 100, " + asks)
                        .routes())
                .hasSize(2);
    }
}
