// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.http.TenantResolver;
import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("Tenants from client certificates")
class ClientCertificatesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final String CONFIGURATION = """
            listen: 127.0.0.1:0
            admin: off
            tls:
              certificate: server.crt
              key: server.key
              client-auth: %s
              client-ca: clients.crt
            tenant:
              certificate: %s
            store:
              type: memory
            upstreams:
              payments:
                server: %s
            routes:
              - path: /charges
                operation: charges.create
                in-doubt: hold
              - path: /plain
            """;

    @TempDir
    static Path folder;

    private static TestAuthority authority;
    private static TestAuthority stranger;

    private final String key = KeyMaker.uuidV7().next();
    private final ScriptedUpstream upstream = new ScriptedUpstream();

    @BeforeAll
    static void make() throws Exception {
        String alice = "san=dns:Alice.example,uri:spiffe://example/alice,email:alice@example.com";
        authority = new TestAuthority(folder, "authority")
                .issue("server", "-dname", "CN=localhost", "-ext", "san=dns:localhost,dns:other.example")
                .issue("alice", "-dname", "CN=alice,O=Example", "-ext", alice)
                .issue("renewed", "-dname", "CN=alice,O=Example", "-ext", alice)
                .issue("bob", "-dname", "CN=bob", "-ext", alice.replace("lice", "bob"))
                .issue("expired", "-dname", "CN=alice", "-ext", alice, "-startdate", "-10d", "-validity", "5");
        stranger = new TestAuthority(folder, "stranger").issue("alice", "-dname", "CN=alice,O=Example", "-ext", alice);
        authority.write("server", "server.crt", "server.key");
    }

    @BeforeEach
    void trust() throws Exception {
        authority.writeOwn("clients.crt");
    }

    @AfterEach
    void close() {
        upstream.close();
    }

    private Configuration configuration(String auth, String name) throws IOException {
        return read(CONFIGURATION.formatted(auth, name, upstream.uri()));
    }

    private static Configuration read(String text) throws IOException {
        return ConfigurationFile.read(Files.writeString(folder.resolve("semel.yaml"), text), Map.of());
    }

    /** A client of its own, and so a connection of its own. */
    private static HttpClient client(TestAuthority from, String alias, HttpClient.Version version)
            throws GeneralSecurityException, IOException {
        return HttpClient.newBuilder()
                .sslContext(from.client(authority, alias))
                .version(version)
                .build();
    }

    private static HttpClient client(String alias) throws GeneralSecurityException, IOException {
        return client(authority, alias, HttpClient.Version.HTTP_2);
    }

    private HttpResponse<String> charge(HttpClient client, Service service) throws IOException, InterruptedException {
        return send(client, service, "/charges");
    }

    private HttpResponse<String> send(HttpClient client, Service service, String path)
            throws IOException, InterruptedException {
        URI uri = URI.create("https://localhost:" + service.address().getPort() + path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .timeout(PATIENCE)
                        .header("Idempotency-Key", key)
                        .POST(HttpRequest.BodyPublishers.ofString("100"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Whoever shows this certificate, or none, is not let in. */
    private static void assertRefused(TestAuthority from, @Nullable String alias, Service service, String protocol)
            throws Exception {
        assertThat(Handshake.answer(
                        from.client(authority, alias), service.address().getPort(), protocol))
                .as("what came back")
                .isEmpty();
    }

    private static boolean isReplay(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers().firstValue("Idempotent-Replayed").isPresent();
    }

    @ParameterizedTest
    @DisplayName("R23: whom a certificate names owns the key, by whichever certificate and protocol, and nobody else:")
    @CsvSource({"subject-cn, true", "san-dns, true", "san-uri, true", "san-email, true", "sha256, false"})
    void names(String name, boolean staysAfterRenewal) throws Exception {
        try (Service service = Service.open(configuration("require", name))) {
            HttpResponse<String> first = charge(client("alice"), service);
            HttpResponse<String> again = charge(client(authority, "alice", HttpClient.Version.HTTP_1_1), service);
            HttpResponse<String> renewed = charge(client("renewed"), service);
            HttpResponse<String> other = charge(client("bob"), service);

            assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(again.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(isReplay(first)).isFalse();
            assertThat(isReplay(again)).isTrue();
            assertThat(isReplay(renewed)).isEqualTo(staysAfterRenewal);
            assertThat(isReplay(other)).isFalse();
        }
    }

    @ParameterizedTest
    @DisplayName(
            "where one is asked for, a protected request without one gets 403, and an unprotected one passes; over")
    @ValueSource(strings = {"HTTP_1_1", "HTTP_2"})
    void missing(HttpClient.Version version) throws Exception {
        try (Service service = Service.open(configuration("request", "subject-cn"))) {
            HttpClient nobody = client(authority, null, version);
            HttpResponse<String> refused = charge(nobody, service);

            assertThat(refused.version()).isEqualTo(version);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("\"code\":\"certificate-missing\"");
            assertThat(upstream.asked()).isEmpty();
            assertThat(send(nobody, service, "/plain").body()).isEqualTo("done");
            assertThat(isReplay(charge(client("alice"), service))).isFalse();
        }
    }

    @ParameterizedTest
    @DisplayName("one of a foreign authority, one that has expired, and where one is required none, end the handshake:")
    @CsvSource({"request, true", "require, true", "request, false", "require, false"})
    void handshake(String auth, boolean http2) throws Exception {
        String protocol = http2 ? "h2" : "http/1.1";
        try (Service service = Service.open(configuration(auth, "subject-cn"))) {
            assertRefused(stranger, "alice", service, protocol);
            assertRefused(authority, "expired", service, protocol);
            if (auth.equals("require")) {
                assertRefused(authority, null, service, protocol);
            }
            assertThat(upstream.asked()).isEmpty();
            assertThat(charge(client("alice"), service).body()).isEqualTo("done");
        }
    }

    @Test
    @DisplayName("one with several names of the kind, or none, names nobody: 403")
    void unclear() throws Exception {
        try (Service dns = Service.open(configuration("require", "san-dns"));
                Service mail = Service.open(configuration("require", "san-email"))) {
            HttpResponse<String> several = charge(client("server"), dns);
            HttpResponse<String> none = charge(client("server"), mail);

            assertThat(several.statusCode()).isEqualTo(403);
            assertThat(several.body()).contains("\"code\":\"certificate-refused\"");
            assertThat(none.statusCode()).isEqualTo(403);
            assertThat(upstream.asked()).isEmpty();
        }
    }

    @Test
    @DisplayName("one that expires while its connection is open counts no more: 403")
    void expires() throws Exception {
        Configuration read = configuration("require", "subject-cn");
        SettableClock clock = new SettableClock();
        TenantResolver tenants = new CertificateTenants(
                CertificateName.SUBJECT_CN,
                Trust.manager(Pem.certificates(Pem.text(folder.resolve("clients.crt")))),
                clock);
        try (Service service = Service.open(new Configuration(
                read.listen(),
                tenants,
                read.dialect(),
                read.store(),
                read.keyHash(),
                read.routes(),
                read.keyCounter(),
                read.limits(),
                read.tls(),
                read.admin(),
                read.tracing(),
                read.written()))) {
            HttpClient alice = client("alice");
            assertThat(isReplay(charge(alice, service))).isFalse();
            assertThat(isReplay(charge(alice, service))).isTrue();
            clock.now = clock.now.plus(Duration.ofDays(365));

            HttpResponse<String> late = charge(alice, service);
            assertThat(late.statusCode()).isEqualTo(403);
            assertThat(late.body()).contains("\"code\":\"certificate-refused\"");
        }
    }

    /** Its owner sets it before it asks. */
    private static final class SettableClock extends Clock {

        private volatile Instant now = Instant.now();

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @Test
    @DisplayName(
            "after a reload other authorities count, for open connections too; none is closed, and others are required")
    void reload() throws Exception {
        try (Service service = Service.open(configuration("request", "subject-cn"))) {
            HttpClient alice = client("alice");
            HttpClient nobody = client(authority, null, HttpClient.Version.HTTP_2);
            assertThat(isReplay(charge(alice, service))).isFalse();
            assertThat(send(nobody, service, "/plain").body()).isEqualTo("done");
            stranger.writeOwn("clients.crt");

            service.reload(configuration("require", "subject-cn"));

            HttpResponse<String> distrusted = charge(alice, service);
            assertThat(distrusted.statusCode()).isEqualTo(403);
            assertThat(distrusted.body()).contains("\"code\":\"certificate-refused\"");
            assertThat(send(alice, service, "/plain").body()).isEqualTo("done");
            assertThat(send(nobody, service, "/plain").body()).isEqualTo("done");
            // A new client for each of some: every event loop has its listener.
            for (int i = 0; i < 4; i++) {
                assertThat(isReplay(charge(client(stranger, "alice", HttpClient.Version.HTTP_2), service)))
                        .isTrue();
                assertRefused(authority, "alice", service, "h2");
                assertRefused(authority, null, service, "h2");
            }
        }
    }

    @Test
    @DisplayName("a reload that changes nothing but whether a certificate is required counts for new connections")
    void reloadOfAuthAlone() throws Exception {
        try (Service service = Service.open(configuration("request", "subject-cn"))) {
            service.reload(configuration("require", "subject-cn"));

            for (int i = 0; i < 4; i++) {
                assertRefused(authority, null, service, "h2");
                assertThat(charge(client("alice"), service).statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    @DisplayName("two common names are nobody's, in one part of the subject too; one is found wherever it stands")
    void commonNames() throws Exception {
        authority.issue("twice", "-dname", "CN=alice+CN=bob").issue("beside", "-dname", "CN=alice+C=DE,O=Example");
        try (Service service = Service.open(configuration("require", "subject-cn"))) {
            assertThat(isReplay(charge(client("alice"), service))).isFalse();

            assertThat(charge(client("twice"), service).statusCode()).isEqualTo(403);
            assertThat(isReplay(charge(client("beside"), service))).isTrue();
        }
    }

    @ParameterizedTest(name = "{0} → {1}")
    @DisplayName("what cannot work is refused with its line:")
    @CsvSource(delimiter = '|', textBlock = """
            '  client-ca: clients.crt\\n'  | ''                          | 6: client-auth needs client-ca
            '  client-auth: request\\n'    | ''                          | 6: client-ca says whose certificates are good
            client-auth: request           | client-auth: maybe          | 6: client-auth cannot be maybe: it is one of [request, require]
            client-ca: clients.crt         | client-ca: nowhere.crt      | 7: client-ca cannot be nowhere.crt: the file cannot be read
            client-ca: clients.crt         | client-ca: server.key       | 7: client-ca cannot be server.key
            certificate: subject-cn        | certificate: name           | 9: certificate cannot be name: it is one of [san-dns
            certificate: subject-cn        | 'certificate: subject-cn\\n  constant: all' | 8: tenant is either
            '  client-auth: request\\n  client-ca: clients.crt\\n' | ''  | 7: certificate names the tenant, and no client is asked
            """)
    void wrong(String from, String to, String refusal) {
        String good = CONFIGURATION.formatted("request", "subject-cn", upstream.uri());
        String text = good.replace(from.replace("\\n", "\n"), to.replace("\\n", "\n"));
        assertThat(text).isNotEqualTo(good);
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:" + refusal);
    }
}
