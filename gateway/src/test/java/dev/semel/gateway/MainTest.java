// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.http.Dialect;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyHash;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The command semel")
class MainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    private int semel(List<String> words) throws InterruptedException {
        return Main.run(
                words,
                Map.of(),
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static List<String> words(String line) {
        return List.of(line.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "help keys", "--help", "-h", "keys --help", "serve --config x --help"})
    @DisplayName("explains all of its commands to whoever asks for help, and exits with 0")
    void helps(String line) throws Exception {
        assertThat(semel(words(line))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("serve ", "check-config ", "keys list ", "keys show ", "keys settle ", "hash-password ")
                .contains("config-schema ", "version ", "--offline FILE", "exits with 3");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    @DisplayName("without a word is a call for help")
    void silent() throws Exception {
        assertThat(semel(List.of())).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("usage: semel <command>");
    }

    @ParameterizedTest
    @CsvSource({
        "version --verbose yes,                    there is no option --verbose",
        "version -v,                               there is no option -v",
        "version now,                              now is one argument too many",
        "config-schema --pretty,                   there is no option --pretty",
        "hash-password secret,                     secret is one argument too many",
        "check-config semel.yaml --strict,         there is no option --strict",
        "check-config --config semel.yaml,         there is no option --config",
        "check-config,                             semel check-config semel.yaml",
        "check-config semel.yaml other.yaml,       semel check-config semel.yaml",
        "serve now,                                now is one argument too many",
        "serve --port 80,                          there is no option --port",
        "dance,                                    there is no command dance; semel help lists them",
    })
    @DisplayName("does nothing for words that it does not know, says which they are, and exits with 2")
    void refuses(String line, String sentence) throws Exception {
        assertThat(semel(words(line))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("semel: ").contains(sentence);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    @DisplayName("checks a configuration as it will be served: with --listen a service at the usual port is no circle")
    void checksAsServed() throws Exception {
        Path file = Files.writeString(folder.resolve("semel.yaml"), """
                tenant: {constant: all}
                store: {type: memory}
                upstreams: {behind: {server: "http://127.0.0.1:8080"}}
                routes: [{path: /**}]
                """);
        assertThat(semel(List.of("check-config", file.toString()))).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("semel.yaml:3: ", "--listen");
        assertThat(semel(List.of("check-config", file.toString(), "--listen", "127.0.0.1:80")))
                .isZero();
        assertThat(semel(List.of("check-config", "--listen=nowhere", file.toString())))
                .isEqualTo(2);
    }

    @Test
    @DisplayName("says of a configuration that it is good, with 0, or what is wrong in which line, with 1")
    void checks() throws Exception {
        Path good = Files.writeString(folder.resolve("good.yaml"), """
                tenant: {constant: all}
                store: {type: memory}
                upstreams: {behind: {server: "http://127.0.0.1:9"}}
                routes: [{path: /charges, operation: charges.create, in-doubt: hold}, {path: /**}]
                """);
        assertThat(semel(List.of("check-config", good.toString()))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("good; 2 routes, 1 of them protected");
        Path bad = Files.writeString(
                folder.resolve("bad.yaml"), Files.readString(good).replace("memory", "paper"));
        assertThat(semel(List.of("check-config", bad.toString()))).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("bad.yaml:2: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            postgresql | jdbc:postgresql://127.0.0.1:1/db?sslpassword=s3cret&x=y
            mariadb    | jdbc:mariadb://127.0.0.1:1/db?keyPassword=s3cret
            postgresql | jdbc:postgresql://u:s3cret@127.0.0.1:1/db
            postgresql | postgres://u:s3cret@127.0.0.1:1/db
            mariadb    | mysql://u:s3cret@127.0.0.1:1/db
            redis      | redis://u:s3cret@127.0.0.1:1
            redis      | redis:/:s3cret@127.0.0.1:1
            """)
    @DisplayName(
            "does not serve without its store, and says so without the store's URL and password, in the log neither (R27)")
    void secretive(String type, String url) throws Exception {
        String user = type.equals("redis") ? "" : ", user: u, password: s3cret";
        Path file = Files.writeString(folder.resolve("semel.yaml"), """
                listen: 127.0.0.1:0
                admin: off
                tenant: {constant: all}
                store: {type: %s, url: "%s"%s}
                upstreams: {behind: {server: "http://127.0.0.1:9"}}
                routes: [{path: /**}]
                """.formatted(type, url, user));
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        StreamHandler handler = new StreamHandler(log, new SimpleFormatter());
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        try {
            assertThat(semel(List.of("serve", "--config", file.toString()))).isEqualTo(1);
        } finally {
            root.removeHandler(handler);
            handler.flush();
        }

        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(said).containsAnyOf("the store cannot be opened", "url cannot be what it is");
        assertThat(said + log.toString(StandardCharsets.UTF_8))
                .doesNotContain("s3cret")
                .doesNotContain(url);
    }

    @Test
    @DisplayName("says why a store cannot be opened where a driver's words have the URL in them, without the URL (R27)")
    void secretiveDriver() {
        StoreChoice choice = StoreChoice.postgresql("postgres://u:s3cret@127.0.0.1:1/db", "u", "s3cret");
        Configuration configuration = new Configuration(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                TenantResolver.sole(),
                Dialect.ietf(),
                choice,
                KeyHash.randomPerProcess(),
                List.of());
        assertThatThrownBy(() -> Service.open(configuration))
                .hasMessageContaining(
                        "the store cannot be opened: Failed to get driver instance for jdbcUrl=its URL (not shown)")
                .hasMessageNotContaining("s3cret")
                .hasNoCause();
    }

    @Test
    @DisplayName("speaks JSON to programs that ask for it, of what went wrong, too")
    void json() throws Exception {
        assertThat(semel(words("version --json"))).isZero();
        assertThat(new JsonObject(out.toString(StandardCharsets.UTF_8)).getString("version"))
                .isEqualTo(Main.version());
        out.reset();
        Path file = Files.writeString(folder.resolve("bad.yaml"), "listen: 127.0.0.1:0\n");
        assertThat(semel(List.of("check-config", "--json", file.toString()))).isEqualTo(1);
        JsonObject problem = new JsonObject(out.toString(StandardCharsets.UTF_8));
        assertThat(problem.getString("code")).isEqualTo("bad-configuration");
        assertThat(problem.getString("detail")).contains("bad.yaml:1: ");
        assertThat(problem.getString("title")).isNotBlank();
    }
}
