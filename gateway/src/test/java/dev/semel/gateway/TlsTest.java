// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.key.KeyMaker;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("The gateway with TLS")
class TlsTest {

    private static final String CONFIGURATION = """
            listen: 127.0.0.1:0
            admin: 127.0.0.1:0
            tls:
              certificate: tls.crt
              key: tls.key
            tenant:
              constant: all
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

    private static TestCertificate first;
    private static TestCertificate second;

    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ScriptedUpstream upstream = new ScriptedUpstream();

    @BeforeAll
    static void make() throws Exception {
        first = TestCertificate.make(folder, "first", "dns:localhost,ip:127.0.0.1");
        second = TestCertificate.make(folder, "second", "dns:localhost");
    }

    @AfterEach
    void close() {
        upstream.close();
    }

    private static void install(TestCertificate certificate, TestCertificate key) throws IOException {
        Files.copy(certificate.certificate(), folder.resolve("tls.crt"), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(key.key(), folder.resolve("tls.key"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static Configuration read(String text) throws IOException {
        return ConfigurationFile.read(Files.writeString(folder.resolve("semel.yaml"), text), Map.of());
    }

    private static HttpClient client(TestCertificate trusted) {
        return HttpClient.newBuilder().sslContext(trusted.trusting()).build();
    }

    private HttpResponse<String> charge(HttpClient client, String url) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(url + "/charges"))
                        .header("Idempotency-Key", keys.next())
                        .POST(HttpRequest.BodyPublishers.ofString("100"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String url(Service service) {
        return "https://localhost:" + service.address().getPort();
    }

    @Test
    @DisplayName("speaks HTTP/2 where the client does, and HTTP/1.1 else; the upstream hears of it")
    void protocols() throws Exception {
        install(first, first);
        try (Service service = Service.open(read(CONFIGURATION.formatted(upstream.uri())))) {
            HttpResponse<String> two = charge(client(first), url(service));
            HttpClient old = HttpClient.newBuilder()
                    .sslContext(first.trusting())
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
            HttpResponse<String> one = charge(old, url(service));

            assertThat(two.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(one.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(two.body()).isEqualTo("done");
            assertThat(upstream.asked().get(0).headers()).containsEntry("X-Forwarded-Proto", "https");
            assertThat(speaks(service, "TLSv1.2")).isEqualTo("TLSv1.2");
            assertThat(speaks(service, "TLSv1.3")).isEqualTo("TLSv1.3");
            assertThatThrownBy(() -> charge(client(second), url(service))).isInstanceOf(SSLHandshakeException.class);
        }
    }

    private static String speaks(Service service, String protocol) throws IOException {
        SSLContext context = first.trusting();
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket("localhost", service.address().getPort())) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.startHandshake();
            return socket.getSession().getProtocol();
        }
    }

    @Test
    @DisplayName(
            "shows a renewed certificate after a reload, without closing a connection; a wrong one changes nothing")
    void renewed() throws Exception {
        install(first, first);
        String text = CONFIGURATION.formatted(upstream.uri());
        try (Service service = Service.open(read(text))) {
            HttpClient connected = client(first);
            charge(connected, url(service));
            install(second, first);
            assertThatThrownBy(() -> read(text))
                    .isInstanceOf(BadConfiguration.class)
                    .hasMessageContaining("semel.yaml:5: key cannot be tls.key: it does not belong to the certificate");
            install(second, second);
            service.reload(read(text));

            // A new client for each of some: every event loop has its listener.
            for (int i = 0; i < 8; i++) {
                assertThat(charge(client(second), url(service)).statusCode()).isEqualTo(200);
            }
            assertThat(charge(connected, url(service)).statusCode()).isEqualTo(200);
            String metrics = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                            + service.adminAddress()
                                                    .orElseThrow()
                                                    .getPort() + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            assertThat(metrics).containsPattern("semel_gateway_certificate_expiry_seconds [1-9]");
        }
    }

    @Test
    @DisplayName(
            "asks an https upstream whose certificate the configuration trusts, and no other: nothing is sent there")
    void upstreams() throws Exception {
        install(first, first);
        Vertx vertx = Vertx.vertx();
        try {
            HttpServer server = Waits.on(vertx.createHttpServer(new HttpServerOptions()
                            .setHost("127.0.0.1")
                            .setSsl(true)
                            .setKeyCertOptions(new PemKeyCertOptions()
                                    .addCertPath(second.certificate().toString())
                                    .addKeyPath(second.key().toString())))
                    .requestHandler(request -> request.response().end("secure"))
                    .listen(0));
            String ca = "https://%s:" + server.actualPort() + "\n    ca: %s";
            assertThat(through(ca.formatted("localhost", "second.crt"))).isEqualTo("secure");
            assertThat(through(ca.formatted("localhost", "first.crt"))).contains("upstream-unreachable");
            assertThat(through(ca.formatted("127.0.0.1", "second.crt"))).contains("upstream-unreachable");
            assertThat(through("https://localhost:" + server.actualPort())).contains("upstream-unreachable");
        } finally {
            Waits.on(vertx.close());
        }
    }

    private String through(String server) throws Exception {
        try (Service service = Service.open(read(CONFIGURATION.formatted(server)))) {
            return charge(client(first), url(service)).body();
        }
    }

    @Test
    @DisplayName(
            "refuses what is no certificate, no key, or a file that is not there, and trust where nothing is shown")
    void wrong() throws Exception {
        install(first, first);
        String text = CONFIGURATION.formatted(upstream.uri());
        assertThatThrownBy(() -> read(text.replace("tls.crt", "nowhere.crt")))
                .hasMessageContaining("semel.yaml:4: certificate cannot be nowhere.crt: the file cannot be read");
        assertThatThrownBy(() -> read(text.replace("tls.crt", "semel.yaml")))
                .hasMessageContaining("semel.yaml:4: certificate cannot be semel.yaml: ");
        assertThatThrownBy(() -> read(text.replace("tls.key", "tls.crt")))
                .hasMessageContaining("semel.yaml:5: key cannot be tls.crt: there is no unencrypted private key");
        assertThatThrownBy(() -> read(CONFIGURATION.formatted("http://127.0.0.1:1\n    ca: first.crt")))
                .hasMessageContaining("semel.yaml:13: ca says whose certificates are good");
    }
}
