// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static dev.semel.gateway.SchemaCheck.list;
import static dev.semel.gateway.SchemaCheck.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

@DisplayName("The schema of the gateway's configuration")
class ConfigurationSchemaTest {

    private static final Pattern KNOWN = Pattern.compile("there is no setting unknown here; there are \\[(.*)]");
    private static final Pattern WORDS = Pattern.compile("it is one of \\[(.*)]");
    private static final String TEXT = """
            tenant:
              constant: all
            store:
              type: memory
            upstreams:
              payments:
                server: http://127.0.0.1:9000
            routes:
              - path: /charges
                operation: charges.create
              - path: /plain
            """;

    private final Map<String, Object> schema = new JsonObject(ConfigurationSchema.text()).getMap();
    private final SchemaCheck check = new SchemaCheck(schema);

    @TempDir
    Path folder;

    private static Object parse(String yaml) {
        return new Load(LoadSettings.builder().build()).loadFromString(yaml);
    }

    private String refusal(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("semel.yaml"), text);
        try {
            ConfigurationFile.read(file, Map.of());
            return "";
        } catch (BadConfiguration e) {
            return String.valueOf(e.getMessage());
        }
    }

    private Set<String> listed(Pattern where, String text) throws IOException {
        String refusal = refusal(text);
        Matcher found = where.matcher(refusal);
        assertThat(found.find()).as(refusal).isTrue();
        return new TreeSet<>(List.of(found.group(1).split(", ")));
    }

    private Map<String, Object> at(String... steps) {
        Object here = schema;
        for (String step : steps) {
            here = here instanceof List<?> some
                    ? Objects.requireNonNull(some.get(Integer.parseInt(step)))
                    : Objects.requireNonNull(map(here).get(step), step);
        }
        return map(here);
    }

    private static Set<String> names(Map<String, Object> properties) {
        return new TreeSet<>(properties.keySet());
    }

    @Test
    @DisplayName("has the settings that the gateway reads, and no others")
    void settings() throws IOException {
        assertThat(names(at("properties"))).isEqualTo(listed(KNOWN, TEXT + "unknown: x\n"));
        assertThat(names(at("$defs", "upstream", "properties")))
                .isEqualTo(listed(KNOWN, TEXT.replace("    server:", "    unknown: x\n    server:")));
        assertThat(names(at("$defs", "route", "properties")))
                .isEqualTo(listed(KNOWN, TEXT.replace("    operation:", "    unknown: x\n    operation:")));
        Set<String> unprotected =
                new TreeSet<>(list(at("$defs", "route", "then", "propertyNames").get("enum")).stream()
                        .map(Object::toString)
                        .toList());
        unprotected.add("operation");
        assertThat(unprotected).isEqualTo(listed(KNOWN, TEXT + "    unknown: x\n"));
        assertThat(names(at("properties", "limits", "properties")))
                .isEqualTo(listed(KNOWN, TEXT + "limits:\n  unknown: x\n"));
        Set<String> tenant = names(at("properties", "tenant", "oneOf", "0", "properties"));
        tenant.addAll(names(at("properties", "tenant", "oneOf", "1", "properties")));
        tenant.addAll(names(at("properties", "tenant", "oneOf", "2", "properties")));
        tenant.addAll(names(at("properties", "tenant", "oneOf", "3", "properties")));
        assertThat(tenant).isEqualTo(listed(KNOWN, TEXT.replace("  constant:", "  unknown: x\n  constant:")));
    }

    @Test
    @DisplayName("R39: has the settings of tracing")
    void tracing() throws IOException {
        assertThat(names(at("properties", "tracing", "properties")))
                .isEqualTo(listed(KNOWN, TEXT + "tracing:\n  endpoint: http://127.0.0.1:4318\n  unknown: x\n"));
    }

    @Test
    @DisplayName("has the settings of tokens")
    void tokens() throws IOException {
        String jwt = "  jwt:\n    claim: sub\n    unknown: x\n    secret: a secret of at least thirty-two bytes\n";
        assertThat(names(at("properties", "tenant", "oneOf", "2", "properties", "jwt", "properties")))
                .isEqualTo(listed(KNOWN, TEXT.replace("  constant: all\n", jwt)));
    }

    @Test
    @DisplayName("R25: has the settings of issued keys")
    void issuedKeys() throws IOException {
        String section = "issued-keys:\n  secret: a secret of more than sixteen bytes\n  unknown: x\n";
        assertThat(names(at("properties", "issued-keys", "properties"))).isEqualTo(listed(KNOWN, TEXT + section));
        String good = TEXT.replace("    operation:", "    key-rules: issued\n    operation:")
                + section.replace("unknown: x", "path: /v1/keys");
        assertThat(refusal(good)).isEmpty();
        assertThat(check.problems(parse(good))).isEmpty();
        assertThat(check.problems(parse(good.replace("path: ", "since: ")))).isNotEmpty();
    }

    @Test
    @DisplayName("has the settings of health checks, and of questions to an upstream")
    void checks() throws IOException {
        String health = "    health:\n      path: /health\n      unknown: x\n    server:";
        assertThat(names(at("$defs", "upstream", "properties", "health", "properties")))
                .isEqualTo(listed(KNOWN, TEXT.replace("    server:", health)));
        String question = "    in-doubt:\n      ask: /charges?key={key}\n      unknown: x\n    operation:";
        assertThat(names(at("$defs", "route", "properties", "in-doubt", "anyOf", "2", "properties")))
                .isEqualTo(listed(KNOWN, TEXT.replace("    operation:", question)));
    }

    @Test
    @DisplayName("has the settings of answers: outcomes with their words, and headers to keep")
    void answers() throws IOException {
        String headers = "    kept-headers:\n      unknown: x\n    operation:";
        assertThat(names(at("$defs", "route", "properties", "kept-headers", "properties")))
                .isEqualTo(listed(KNOWN, TEXT.replace("    operation:", headers)));
        String outcome = "    outcomes:\n      409: x\n    operation:";
        assertThat(words("$defs", "route", "properties", "outcomes", "additionalProperties", "anyOf", "0"))
                .isEqualTo(listed(WORDS, TEXT.replace("    operation:", outcome)));
        String good = TEXT.replace("    operation:", outcome.replace(": x", ": release"));
        assertThat(refusal(good)).isEmpty();
        assertThat(check.problems(parse(good))).isEmpty();
    }

    @Test
    @DisplayName("has the settings of the console and of its users")
    void console() throws IOException {
        assertThat(names(at("properties", "console", "anyOf", "1", "properties")))
                .isEqualTo(listed(KNOWN, TEXT + "console:\n  unknown: x\n"));
        String user = "console:\n  users:\n    - name: ada\n      roles: view\n      unknown: x\n";
        assertThat(names(at("$defs", "user", "properties"))).isEqualTo(listed(KNOWN, TEXT + user));
        assertThat(refusal(TEXT + user.replace("unknown: x", "password: secret")))
                .contains("semel hash-password");
        assertThat(refusal(TEXT + user.replace("unknown: x", "password: secret")))
                .doesNotContain("secret:");
        assertThat(refusal(TEXT + user.replace("unknown: x", "token: short"))).contains("at least 32");
        assertThat(refusal(TEXT + user.replace("      unknown: x\n", ""))).contains("or token is needed");
        assertThat(refusal(TEXT + "console:\n  origins: https://ops.example.com\n"))
                .contains("needs users");
        assertThat(check.problems(parse(TEXT + user))).isNotEmpty();
        assertThat(check.problems(parse(TEXT + "console: off\n"))).isEmpty();
        assertThat(check.problems(parse(TEXT + "console: on\n"))).isNotEmpty();
    }

    @Test
    @DisplayName("has the settings of encryption at rest, and which of them are needed")
    void encryption() throws IOException {
        String good = "encryption:\n  current: '1'\n  plain: refuse\n  keys:\n    '1': "
                + "uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E=\n";
        assertThat(refusal(TEXT + good)).isEmpty();
        assertThat(check.problems(parse(TEXT + good))).isEmpty();
        assertThat(names(at("properties", "encryption", "properties")))
                .isEqualTo(listed(KNOWN, TEXT + good.replace("  plain:", "  unknown: x\n  plain:")));
        assertThat(words("properties", "encryption", "properties", "plain", "anyOf", "0"))
                .isEqualTo(listed(WORDS, TEXT + good.replace("refuse", "x")));
        for (String wrong : List.of(
                good.replace("  current: '1'\n", ""),
                good.substring(0, good.indexOf("  keys")),
                good.replace("'1': ", "'a b': "),
                good.replace("keys:\n    '1': uV", "keys: uV"))) {
            assertThat(refusal(TEXT + wrong)).as(wrong).isNotEmpty();
            assertThat(check.problems(parse(TEXT + wrong))).as(wrong).isNotEmpty();
        }
    }

    @ParameterizedTest
    @DisplayName("has the settings of each store")
    @CsvSource(delimiter = '|', textBlock = """
            0 | memory     | x: x
            1 | sqlite     | file: x
            2 | postgresql | url: jdbc:postgresql:x, user: x
            3 | mariadb    | url: jdbc:mariadb://x, user: x
            4 | redis      | url: redis://x
            5 | mysql      | url: jdbc:mariadb://x, user: x
            """)
    void stores(String place, String type, String required) throws IOException {
        String settings = "  type: " + type + "\n  unknown: x\n  "
                + (required.equals("x: x") ? "" : required.replace(", ", "\n  ")) + "\n";
        Map<String, Object> properties = at("properties", "store", "oneOf", place, "properties");
        assertThat(map(Objects.requireNonNull(properties.get("type"))).get("const"))
                .isEqualTo(type);
        assertThat(names(properties)).isEqualTo(listed(KNOWN, TEXT.replace("  type: memory\n", settings)));
    }

    @Test
    @DisplayName("has the settings of TLS and of clients' certificates, and which of them need each other")
    void tls() throws Exception {
        TestCertificate.make(folder, "own", "dns:localhost");
        String tls = "tls:\n  certificate: own.crt\n  key: own.key\n";
        String clients = tls + "  client-auth: request\n  client-ca: own.crt\n";
        String named = TEXT.replace("constant: all", "certificate: san-dns");

        assertThat(refusal(named + clients)).isEmpty();
        assertThat(check.problems(parse(named + clients))).isEmpty();
        assertThat(names(at("properties", "tls", "properties")))
                .isEqualTo(listed(KNOWN, TEXT + clients + "  unknown: x\n"));
        assertThat(words("properties", "tls", "properties", "client-auth", "anyOf", "0"))
                .isEqualTo(listed(WORDS, TEXT + clients.replace("request", "x")));
        assertThat(words("properties", "tenant", "oneOf", "3", "properties", "certificate", "anyOf", "0"))
                .isEqualTo(listed(WORDS, named.replace("san-dns", "x") + clients));
        for (String missing : List.of("  key: own.key\n", "  client-auth: request\n", "  client-ca: own.crt\n")) {
            String wrong = TEXT + clients.replace(missing, "");
            assertThat(refusal(wrong)).isNotEmpty();
            assertThat(check.problems(parse(wrong))).as(wrong).isNotEmpty();
        }
    }

    private Set<String> words(String... steps) {
        return new TreeSet<>(
                list(at(steps).get("enum")).stream().map(Object::toString).toList());
    }

    @ParameterizedTest
    @DisplayName("has the same words to choose from")
    @ValueSource(strings = {"forward-key", "preset", "in-doubt", "key", "key-rules", "older-answers", "store-down"})
    void words(String setting) throws IOException {
        assertThat(words("$defs", "route", "properties", setting, "anyOf", "0"))
                .isEqualTo(listed(WORDS, TEXT.replace("    operation:", "    " + setting + ": x\n    operation:")));
    }

    @Test
    @DisplayName("accepts the examples of the documentation")
    void examples() throws IOException {
        String text = Files.readString(Path.of("../docs/gateway.md"));
        int examples = 0;
        for (int at = text.indexOf("```yaml\n"); at >= 0; at = text.indexOf("```yaml\n", at + 1)) {
            String example = text.substring(at + "```yaml\n".length(), text.indexOf("```\n", at));
            // Some are parts: the rest is as good as any.
            Map<String, Object> whole = new LinkedHashMap<>(map(parse(TEXT)));
            whole.putAll(map(parse(example)));
            assertThat(check.problems(whole)).as(example).isEmpty();
            examples++;
        }
        assertThat(examples).isGreaterThan(2);
        assertThat(check.problems(parse(TEXT))).isEmpty();
    }

    @Test
    @DisplayName("accepts the example of the console's page, as the gateway does")
    void exampleOfTheConsole() throws IOException {
        String text = Files.readString(Path.of("../docs/console.md"));
        int at = text.indexOf("```yaml\n") + "```yaml\n".length();
        String example = TEXT + text.substring(at, text.indexOf("```\n", at));
        Path file = Files.writeString(folder.resolve("semel.yaml"), example);

        assertThat(check.problems(parse(example))).isEmpty();
        Configuration read = ConfigurationFile.read(file, Map.of("SEMEL_BOT_TOKEN", "x".repeat(44)));
        assertThat(read.admin().console().access().isOpen()).isFalse();
    }

    @ParameterizedTest
    @DisplayName("takes what the gateway takes")
    @CsvSource(delimiter = '|', textBlock = """
            operation: charges.create     | operation: charges.create\\n    late-retry: accept
            operation: charges.create     | operation: charges.create\\n    late-retry: refuse
            operation: charges.create     | operation: charges.create\\n    late-retry: refuse 10m
            server: http://127.0.0.1:9000 | server: http://127.0.0.1:9000\\n    keep-alive: 15s
            server: http://127.0.0.1:9000 | server: http://127.0.0.1:9000\\n    keep-alive: "off"
            """)
    void taken(String from, String to) throws IOException {
        String good = TEXT.replace(from, to.replace("\\n", "\n"));
        assertThat(refusal(good)).isEmpty();
        assertThat(check.problems(parse(good))).isEmpty();
    }

    @ParameterizedTest(name = "{0} → {1}")
    @DisplayName("refuses what the gateway refuses")
    @CsvSource(delimiter = '|', textBlock = """
            store:                        | stoer:
            type: memory                  | type: oracle
            constant: all                 | header: x\\n  constant: all
            operation: charges.create     | operation: charges.create\\n    lease: 7 days
            operation: charges.create     | operation: charges.create\\n    in-doubt: maybe
            operation: charges.create     | operation: charges.create\\n    outcomes: {'4xx': save}
            operation: charges.create     | operation: charges.create\\n    outcomes: {409: keep}
            operation: charges.create     | operation: charges.create\\n    older-answers: rerun
            operation: charges.create     | operation: charges.create\\n    late-retry: refuse late
            server: http://127.0.0.1:9000 | server: http://127.0.0.1:9000\\n    keep-alive: never
            operation: charges.create     | lease: 40s
            operation: charges.create     | body-limit: much
            tenant:                       | limits: {body-memory: -1}\\ntenant:
            - path: /plain                | - upstream: payments
            server: http://127.0.0.1:9000 | timeout: 3s
            tenant:                       | listen: '8080'\\ntenant:
            """)
    void refused(String from, String to) throws IOException {
        String wrong = TEXT.replace(from, to.replace("\\n", "\n"));
        assertThat(wrong).isNotEqualTo(TEXT);
        assertThat(refusal(wrong)).isNotEmpty();
        assertThat(check.problems(parse(wrong))).isNotEmpty();
    }

    @Test
    @DisplayName("is printed by semel config-schema")
    void printed() throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertThat(Main.run(List.of("config-schema"), Map.of(), print, print)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(ConfigurationSchema.text());
    }
}
