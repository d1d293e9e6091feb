// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An upstream that accepts connections, and lets them wait for the handshake of TLS: meanwhile the gateway has none. */
@Tag("http")
@DisplayName("An unprotected request whose client goes while a connection is being made")
@Timeout(60)
class LateConnectionsTest {

    private static final int PATIENCE_MILLIS = 15_000;

    private final Vertx vertx = Vertx.vertx();
    private final ScriptedUpstream other = new ScriptedUpstream();
    private ServerSocket upstream;
    private SSLContext shown;
    private Service gateway;

    @TempDir
    Path folder;

    @BeforeEach
    void open() throws Exception {
        TestCertificate own = TestCertificate.make(folder, "own", "dns:localhost,ip:127.0.0.1");
        shown = shown();
        upstream = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        gateway = Configured.open("""
                store: {type: memory}
                limits: {requests-in-flight: 1}
                upstreams:
                  behind: {server: "https://localhost:%s", ca: %s, connect-timeout: 60s, timeout: 120s}
                  other: {server: "%s"}
                routes:
                  - {path: /other, upstream: other}
                  - {path: /notes, upstream: behind, operation: notes, key: optional, key-in-body: /id}
                  - {path: /**, upstream: behind}
                """.formatted(upstream.getLocalPort(), own.certificate(), other.uri()));
    }

    private SSLContext shown() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve("own.p12"))) {
            store.load(in, TestCertificate.PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, TestCertificate.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    @AfterEach
    void close() throws IOException {
        upstream.close();
        gateway.close();
        other.close();
        Waits.on(vertx.close());
    }

    /** When the next one is let in, the gateway knows that the first has gone. */
    private void awaitPlace() throws IOException {
        try (RawClient next = new RawClient(Configured.uri(gateway))) {
            next.saysUntilThereIsRoom("GET /other HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(next.hear().body()).isEqualTo("done");
        }
    }

    /** What the upstream is told on a connection, until it ends. */
    private String told(Socket plain) throws IOException {
        plain.setSoTimeout(PATIENCE_MILLIS);
        try (SSLSocket secret = (SSLSocket) shown.getSocketFactory().createSocket(plain, null, true)) {
            secret.setUseClientMode(false);
            secret.startHandshake();
            return new String(secret.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /x HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc",
                "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
                "POST /notes HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
                "GET /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            })
    @DisplayName("never reaches the upstream, and keeps no connection to it:")
    void gone(String request) throws Exception {
        Socket connection = leaveAfter(request);
        awaitPlace();

        assertThat(told(connection)).isEmpty();
    }

    /** The connection to the upstream, of which nothing has been said yet. */
    private Socket leaveAfter(String request) throws IOException {
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            client.say(request);
            return upstream.accept();
        }
    }

    @Test
    @DisplayName("over HTTP/2 never reaches the upstream, either")
    void overHttp2() throws Exception {
        HttpClientOptions options =
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false);
        HttpClientRequest request = Waits.on(vertx.createHttpClient(options)
                .request(HttpMethod.POST, gateway.address().getPort(), "127.0.0.1", "/x"));
        request.exceptionHandler(reset -> {});
        request.setChunked(true);
        Waits.on(request.write("abc"));
        Socket connection = upstream.accept();
        Waits.on(request.reset());
        awaitPlace();

        assertThat(told(connection)).isEmpty();
    }
}
