// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.http.HttpPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The gateway's configuration")
class ConfigurationFileTest {

    private static final String GOOD = """
            listen: 127.0.0.1:8080
            tenant:
              header: X-Account
            store:
              type: sqlite
              file: semel.db
            upstreams:
              payments:
                server: http://127.0.0.1:9000
                timeout: 20s
              catalogue:
                server: https://catalogue.internal
            routes:
              - path: /v1/charges
                methods: [POST]
                upstream: payments
                operation: charges.create
                preset: payments
                lease: 40s
                retention: 7d
                in-flight: wait 10s
                in-doubt: hold
                fingerprint: canonical-json
                forward-key: own
              - path: /**
                upstream: catalogue
            """;

    @TempDir
    Path folder;

    private Configuration read(String text) throws IOException {
        Path file = folder.resolve("semel.yaml");
        Files.writeString(file, text);
        return ConfigurationFile.read(file, Map.of("SECRET", "s3cret"));
    }

    @Test
    @DisplayName("R35: says where requests go, and how they are protected")
    void good() throws IOException {
        Configuration configuration = read(GOOD);

        assertThat(configuration.listen().getPort()).isEqualTo(8080);
        Route charges = configuration.routes().get(0);
        assertThat(charges.methods()).isEqualTo(Set.of("POST"));
        assertThat(Upstream.port(charges.upstream().servers().get(0))).isEqualTo(9000);
        assertThat(charges.forwardedKey()).isEqualTo(Route.ForwardedKey.OWN);
        HttpPolicy policy = charges.policy().orElseThrow();
        assertThat(policy.operation().name()).isEqualTo("charges.create");
        assertThat(policy.operation().lease()).isEqualTo(Duration.ofSeconds(40));
        assertThat(policy.operation().retention()).isEqualTo(Duration.ofDays(7));
        assertThat(policy.operation().inDoubt()).isInstanceOf(InDoubt.hold().getClass());
        Route rest = configuration.routes().get(1);
        assertThat(rest.policy()).isEmpty();
        assertThat(Upstream.port(rest.upstream().servers().get(0))).isEqualTo(443);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "0.0.0.0"})
    @DisplayName("has no upstream that is the gateway itself, whatever name leads there")
    void itself(String host) {
        assertThatThrownBy(() -> read(GOOD.replace("127.0.0.1:9000", host + ":8080")))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:8: payments is the gateway itself");
    }

    @Test
    @DisplayName("may have an upstream where the gateway would listen, if the command line lets it listen elsewhere")
    void itselfElsewhere() throws IOException {
        Path file = Files.writeString(folder.resolve("semel.yaml"), GOOD.replace("127.0.0.1:9000", "127.0.0.1:8080"));
        Configuration read =
                ConfigurationFile.read(file, Map.of(), plain -> plain.listeningAt(Addresses.parse("127.0.0.1:8081")));

        assertThat(read.listen().getPort()).isEqualTo(8081);
    }

    @ParameterizedTest
    @DisplayName("R14: says by which margin late retries are refused")
    @CsvSource({"accept, ", "refuse, 5", "refuse 0s, 0", "refuse 1h, 60"})
    void lateRetry(String written, @Nullable Integer minutes) throws IOException {
        Operation operation = read(GOOD.replace("in-doubt: hold", "late-retry: " + written))
                .routes()
                .get(0)
                .policy()
                .orElseThrow()
                .operation();

        assertThat(operation.lateRetry().margin())
                .isEqualTo(Optional.ofNullable(minutes).map(Duration::ofMinutes));
    }

    @ParameterizedTest
    @DisplayName("says how long connections to an upstream are kept without a request")
    @CsvSource({"timeout: 20s, 4", "keep-alive: 1s, 1", "keep-alive: 1d, 86400", "keep-alive: off, 0"})
    void keepAlive(String written, int seconds) throws IOException {
        Upstream upstream =
                read(GOOD.replace("timeout: 20s", written)).routes().get(0).upstream();

        assertThat(upstream.keepAlive()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    @DisplayName("takes secrets from the environment and from files")
    void secrets() throws IOException {
        Files.writeString(folder.resolve("host"), "127.0.0.1\n");
        Configuration configuration = read(GOOD.replace("header: X-Account", "header: X-${SECRET}")
                .replace("http://127.0.0.1:9000", "http://${file:" + folder.resolve("host") + "}:9000"));
        assertThat(configuration.routes().get(0).upstream().servers().get(0).getHost())
                .isEqualTo("127.0.0.1");
    }

    @ParameterizedTest(name = "{0} → {1}: line {2}, {3}")
    @DisplayName("that is wrong is refused, with the line and what to do")
    @CsvSource(delimiter = '|', textBlock = """
                    retention: 7d         | retension: 7d           | 20 | there is no setting retension here
                    retention: 7d         | retention: 7 days       | 20 | a length of time is a number
                    lease: 40s            | lease: 10s              | 19 | is shorter than the 20.0 s that upstream payments may take
                    type: sqlite          | type: oracle            |  5 | it is memory, sqlite, postgresql, mariadb, mysql or redis
                    upstream: payments    | upstream: billing       | 16 | it is one of [catalogue, payments]
                    in-doubt: hold        | in-doubt: maybe         | 22 | it is one of [hold, rerun]
                    in-doubt: hold        | in-doubt: {ask: /x}     | 22 | it is a path with {key} in it
                    in-doubt: hold        | in-doubt: {wait: 1s}    | 22 | ask is missing
                    in-flight: wait 10s   | in-flight: wait         | 21 | wait 10s
                    path: /v1/charges     | path: v1/charges        | 14 | a pattern begins with a slash
                    path: /v1/charges     | paths: /v1/charges      | 14 | path is missing
                    header: X-Account     | header: '${NOBODY}'     |  3 | the environment variable NOBODY is not set
                    127.0.0.1:8080        | '8080'                  |  1 | an address is host:port
                    http://127.0.0.1:9000 | http://127.0.0.1/charges |  9 | without a path
                    methods: [POST]       | methods: [GET]          | 14 | GET is safe
                    timeout: 20s          | keep-alive: 1500ms      | 10 | it is whole seconds, from 1s to 1d, or "off"
                    timeout: 20s          | keep-alive: 0s          | 10 | it is whole seconds, from 1s to 1d, or "off"
                    timeout: 20s          | keep-alive: 2d          | 10 | it is whole seconds, from 1s to 1d, or "off"
                    in-doubt: hold        | late-retry: refuse late | 22 | a length of time is a number
                    in-doubt: hold        | late-retry: never       | 22 | it is "accept", "refuse", or "refuse 10m"
                    in-doubt: hold        | late-retry: refuse 9999d | 14 | lateRetry
                    """)
    void wrong(String from, String to, int line, String problem) {
        String text = GOOD.replace(from, to);
        assertThat(text).isNotEqualTo(GOOD);
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:" + line + ":")
                .hasMessageContaining(problem);
    }

    @ParameterizedTest(name = "{0} → {1}: line {2}, {3}")
    @DisplayName("that names what could never be asked, or connected to, is refused before anybody needs it")
    @CsvSource(delimiter = '|', textBlock = """
                    in-doubt: hold | 'in-doubt: {ask: "/by key/{key}"}'                          | 22 | must be percent-encoded
                    in-doubt: hold | 'in-doubt: {ask: "/é/{key}"}'                               | 22 | must be percent-encoded
                    in-doubt: hold | 'in-doubt: {ask: "/{id}/{key}"}'                            | 22 | cannot be sent so
                    in-doubt: hold | 'in-doubt: {ask: "/x#{key}"}'                               | 22 | is never sent
                    in-doubt: hold | 'in-doubt: {ask: "//x/{key}"}'                              | 22 | begins with one slash
                    in-doubt: hold | 'in-doubt: {ask: "/{key}", headers: {Host: s3cret}}'        | 22 | Host is no header that can be sent
                    in-doubt: hold | 'in-doubt: {ask: "/{key}", headers: {"Bad Name": s3cret}}'  | 22 | Bad Name is no header
                    in-doubt: hold | 'in-doubt: {ask: "/{key}", headers: {X-A: "s3cret\\nb"}}' | 22 | X-A has a value that no header can have
                    timeout: 20s   | 'health: {path: "/a b"}'                                    | 10 | must be percent-encoded
                    timeout: 20s   | 'health: {path: //elsewhere/health}'                        | 10 | begins with one slash
                    timeout: 20s   | 'health: {path: "/{x}"}'                                    | 10 | cannot be sent so
                    127.0.0.1:9000 | 127.0.0.1:99999                                             |  9 | a port is a number up to 65535
                    127.0.0.1:9000 | 127.0.0.1:0                                                 |  9 | a port is a number up to 65535
                    127.0.0.1:9000 | 127.0.0.1:9000/#x                                           |  9 | without a path
                    127.0.0.1:9000 | my_service:9000                                             |  9 | letters, digits, hyphens and dots
                    127.0.0.1:9000 | u:s3cret@h:9000                                             |  9 | names and passwords are not sent to upstreams
                    127.0.0.1:8080 | 127.0.0.1:99999                                             |  1 | a port is a number up to 65535
                    """)
    void unsendable(String from, String to, int line, String problem) {
        String text = GOOD.replace(from, to);
        assertThat(text).isNotEqualTo(GOOD);
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:" + line + ":")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("s3cret");
    }

    private static final String ISSUED = GOOD.replace("in-doubt: hold", "key-rules: issued") + """
            issued-keys:
              secret: s3cret of more than sixteen bytes
              previous-secret: another s3cret of more than sixteen bytes
              since: 2030-01-31T12:00:00Z
              lifetime: 1h
              path: /v1/keys
            """;

    @Test
    @DisplayName("R25: says which keys are issued, where, and which routes take no others")
    void issuedKeys() throws IOException {
        Configuration configuration = read(ISSUED);

        Operation operation =
                configuration.routes().get(0).policy().orElseThrow().operation();
        assertThat(operation.issuedKeys().orElseThrow().lifetime()).isEqualTo(Duration.ofHours(1));
        assertThat(operation.issuedKeys().orElseThrow().margin()).isEqualTo(Duration.ofMinutes(5));
        assertThat(configuration.keyCounter().orElseThrow().path()).isEqualTo("/v1/keys");
        assertThat(EffectiveConfiguration.of(configuration).toString())
                .contains("key-rules=issued", "previous-secret=(not shown)")
                .doesNotContain("s3cret");
        assertThat(read(ISSUED.replace("  path: /v1/keys\n", "")).keyCounter()).isEmpty();
    }

    @ParameterizedTest(name = "{0} → {1}: line {2}, {3}")
    @DisplayName("R25, R27: whose issued keys cannot be so is refused, and no secret is repeated")
    @CsvSource(delimiter = '|', textBlock = """
                    secret: s3cret of more than sixteen bytes | secret: s3cret          | 28 | at least 16 random ones
                    secret: s3cret of more than sixteen bytes | secrets: x              | 28 | secret is missing
                    since: 2030-01-31T12:00:00Z               | since: tomorrow         | 30 | 2030-01-31T12:00:00Z
                    since: 2030-01-31T12:00:00Z               | margin: 1m              | 29 | comes with since
                    lifetime: 1h                              | lifetime: 10ms          | 31 | must be at least
                    lifetime: 1h                              | lifetime: 7d            | 14 | issuedKeys.lifetime
                    path: /v1/keys                            | path: '/v1/{any}'       | 32 | it is one path
                    path: /v1/keys                            | where: /v1/keys         | 32 | there is no setting where here
                    key-rules: issued                         | key-rules: standard     | 28 | signs keys that no route accepts
                    issued-keys:                              | # issued-keys:          | 22 | there is no issued-keys
                    """)
    void wrongIssuedKeys(String from, String to, int line, String problem) {
        String text = ISSUED.replace(from, to);
        assertThatThrownBy(() -> read(to.startsWith("#") ? text.substring(0, text.indexOf("#")) : text))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:" + line + ":")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("s3cret");
    }

    private static String store(String type, String url) {
        String user = type.equals("redis") ? "" : "\n  user: semel";
        return GOOD.replace("type: sqlite\n  file: semel.db", "type: " + type + user + "\n  url: '" + url + "'");
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @DisplayName("whose store has the URL of something else is refused, and the URL is not repeated (R27)")
    @CsvSource(delimiter = '|', textBlock = """
                    postgresql | postgres://u:s3cret@h/db                | jdbc:postgresql://host/database
                    postgresql | jdbc:mariadb://h/db?password=s3cret     | jdbc:postgresql://host/database
                    postgresql | jdbc:postgresql://u:s3cret@h/db         | user and password are settings of their own
                    postgresql | jdbc:postgresql://u:s/3cret@h/db        | user and password are settings of their own
                    postgresql | jdbc:postgresql://h:99999/s3cret        | its driver cannot read it
                    mariadb    | mysql://u:s3cret@h/db                   | jdbc:mariadb://host/database
                    mariadb    | jdbc:mariadb://u:s3cret@h/db            | user and password are settings of their own
                    mariadb    | jdbc:mariadb:s3cret                     | its driver cannot read it
                    mysql      | jdbc:mysql://h/db?password=s3cret       | jdbc:mariadb://host/database
                    redis      | http://u:s3cret@h                       | redis://host
                    redis      | redis:/:s3cret@nowhere                  | redis://host
                    redis      | redis://u:s3cret@                       | redis://host
                    redis      | s3cret                                  | redis://host
                    redis      | redis://h:99999/s3cret                  | redis://host
                    """)
    void otherStores(String type, String url, String form) {
        assertThatThrownBy(() -> read(store(type, url)))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("url cannot be what it is")
                .hasMessageContaining(form)
                .hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> read(store(type, url.replace("s3cret", "${SECRET}"))))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining(form)
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @DisplayName("takes the URLs that stores have")
    @CsvSource(delimiter = '|', textBlock = """
                    postgresql | jdbc:postgresql:db
                    postgresql | jdbc:postgresql://h1:5432,h2/db?ssl=true&sslpassword=a@b
                    mariadb    | jdbc:mariadb://h:3306/db?useSsl=true
                    mysql      | jdbc:mariadb://h/db
                    redis      | redis://h
                    redis      | rediss://u:p@h:6380/1
                    redis      | redis-sentinel://a,b:26379#mymaster
                    """)
    void stores(String type, String url) throws IOException {
        assertThat(read(store(type, url)).store().place()).isEqualTo(url);
    }

    private static final String ENCRYPTED = GOOD + """
            encryption:
              current: "2026-11"
              keys:
                "2026-11": ${KEY}
                "2026-05": 5a4bb6f07899be8c35d3fd3f4f5ae3a3c67f2d0bb1a56f0e9d03c8f1b2a4d5e6
            """;

    private Configuration encrypted(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("semel.yaml"), text);
        return ConfigurationFile.read(file, Map.of("KEY", "uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E="));
    }

    @Test
    @DisplayName("R27: says what saved answers are sealed with, and shows no secret of it, wherever it was written")
    void encryption() throws IOException {
        Configuration configuration = encrypted(ENCRYPTED);

        assertThat(configuration.store().keys().orElseThrow().describe())
                .isEqualTo(
                        "Saved answers are sealed (XAES-256-GCM) with the key '2026-11'; what is sealed with 2026-05 is"
                                + " opened; plain ones are replayed.");
        assertThat(EffectiveConfiguration.of(configuration).toString())
                .contains("encryption={current=2026-11, keys={2026-11=${KEY}, 2026-05=(not shown)}}")
                .doesNotContain("uV1mQ", "5a4bb6");
        assertThat(configuration.store().toString()).doesNotContain("uV1mQ");
        assertThat(encrypted(ENCRYPTED + "  plain: refuse\n")
                        .store()
                        .keys()
                        .orElseThrow()
                        .refusesPlain())
                .isTrue();
        assertThat(encrypted(ENCRYPTED.replace("current: \"2026-11\"", "current: none"))
                        .store()
                        .keys()
                        .orElseThrow()
                        .current())
                .isEmpty();
        assertThat(read(GOOD).store().keys()).isEmpty();
    }

    @ParameterizedTest(name = "{0} → {1}: line {2}, {3}")
    @DisplayName("R27: whose keys cannot be used is refused with the line, and without the secret")
    @CsvSource(delimiter = '|', textBlock = """
                    current: "2026-11"  | current: "2026-12"             | 28 | names no key: it is "none", or one of [2026-11, 2026-05]
                    current: "2026-11"  | plain: refuse                  | 28 | current is missing
                    "2026-05": 5a4bb6   | "2026-05": 6                   | 31 | the secret of the key '2026-05' has 44 bytes
                    "2026-05": 5a4bb6   | "2026-05": ü                   | 31 | the secret of the key '2026-05' is neither base64
                    "2026-05": 5a4bb6   | "20 26": 5a4bb6                | 31 | a key's id has 1 to 64 letters
                    "2026-05": 5a4bb6   | "none": 5a4bb6                 | 31 | is no name of a key
                    ${KEY}              | ${NOKEY}                       | 30 | the environment variable NOKEY is not set
                    current: "2026-11"  | current: none\\n  plain: refuse | 29 | no current key
                    """)
    void badKeys(String from, String to, int line, String problem) {
        String text = ENCRYPTED.replace(from, to.replace("\\n", "\n"));
        assertThat(text).isNotEqualTo(ENCRYPTED);
        assertThatThrownBy(() -> encrypted(text))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:" + line + ":")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("f07899be")
                .hasMessageNotContaining("uV1mQ");
    }

    @Test
    @DisplayName("is shown without passwords, wherever they were written (R27)")
    void shown() throws IOException {
        String store = """
                store:
                  type: postgresql
                  url: jdbc:postgresql://db:5432/x?ssl=true&sslpassword=pw2&currentSchema=s
                  user: semel
                  password: pw3
                """;
        Configuration configuration = read(GOOD.replace("store:\n  type: sqlite\n  file: semel.db\n", store)
                .replace("header: X-Account", "header: X-${SECRET}")
                .replace("in-doubt: hold", """
                        in-doubt:
                              ask: /charges?key={key}
                              headers: { Authorization: Bearer pw4, X-Token: '${SECRET}' }"""));
        String shown = EffectiveConfiguration.of(configuration).toString();
        assertThat(shown)
                .contains("url=jdbc:postgresql://db:5432/x?ssl=true&sslpassword=(not shown)&currentSchema=s")
                .contains("password=(not shown)", "user=semel", "header=X-${SECRET}", "retention=7d")
                .contains("Authorization=(not shown)", "X-Token=${SECRET}")
                .doesNotContain("pw2", "pw3", "pw4", "s3cret");
        assertThat(Written.shown("url", "redis://owner:pa/s@s@db:6379")).isEqualTo("redis://(not shown)@db:6379");
        assertThat(configuration.store().toString()).doesNotContain("pw3");
    }

    @Test
    @DisplayName("in docs/gateway.md is good")
    void documented() throws IOException {
        String page = Files.readString(Path.of("../docs/gateway.md"));
        int begin = page.indexOf("```yaml\n") + "```yaml\n".length();
        String example = page.substring(begin, page.indexOf("```", begin))
                .replace("${SEMEL_HASH_SECRET}", "a secret of at least thirty-two bytes");
        assertThat(read(example).operations()).hasSize(1);
    }

    @Test
    @DisplayName("must say who owns a key: without that, clients would share theirs unknowingly (R23)")
    void noTenant() {
        assertThatThrownBy(() -> read(GOOD.replace("tenant:\n  header: X-Account\n", "")))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("must say who owns a key");
    }

    @Test
    @DisplayName("that is no YAML, or no file, is refused with its place")
    void unreadable() {
        assertThatThrownBy(() -> read(GOOD + "  - [\n")).hasMessageContaining("this is no YAML");
        assertThatThrownBy(() -> read("")).hasMessageContaining("the file is empty");
        assertThatThrownBy(() -> ConfigurationFile.read(folder.resolve("nowhere"), Map.of()))
                .hasMessageContaining("cannot be read");
    }
}
