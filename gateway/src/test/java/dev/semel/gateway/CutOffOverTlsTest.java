// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9112, section 9.8: an answer that ends with its connection is whole only if TLS says that this is the end. */
@Tag("http")
@DisplayName("An answer over TLS that ends with its connection")
class CutOffOverTlsTest {

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private ServerSocket upstream;
    private Service gateway;

    @TempDir
    Path folder;

    @BeforeEach
    void open() throws Exception {
        TestCertificate own = TestCertificate.make(folder, "own", "dns:localhost,ip:127.0.0.1");
        upstream = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        gateway = Configured.open("""
                store: {type: memory}
                upstreams:
                  behind:
                    server: https://localhost:%s
                    ca: %s
                routes:
                  - {path: /charges, operation: charges.create, in-doubt: rerun}
                """.formatted(upstream.getLocalPort(), own.certificate()));
    }

    @AfterEach
    void close() throws IOException {
        gateway.close();
        upstream.close();
        thread.shutdownNow();
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

    @SuppressWarnings("try") // The connection ends below what TLS knows of it.
    private Void answer(SSLContext context, boolean saysGoodbye) throws IOException {
        try (Socket plain = upstream.accept();
                SSLSocket secret = (SSLSocket) context.getSocketFactory().createSocket(plain, null, false)) {
            secret.setUseClientMode(false);
            StringBuilder asked = new StringBuilder();
            while (asked.indexOf("\r\n\r\n100") < 0) {
                asked.append((char) secret.getInputStream().read());
            }
            secret.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\nabc".getBytes(StandardCharsets.ISO_8859_1));
            if (!saysGoodbye) {
                plain.close();
            }
            return null;
        }
    }

    @ParameterizedTest(name = "close_notify {0}: {1}")
    @CsvSource({"true, 200", "false, 502"})
    @DisplayName("R15: is saved if TLS says that it has ended, and in doubt if it only breaks off:")
    void end(boolean saysGoodbye, int status) throws Exception {
        SSLContext context = shown();
        Future<Void> answered = thread.submit(() -> answer(context, saysGoodbye));
        try (RawClient client = new RawClient(Configured.uri(gateway))) {
            RawClient.Heard heard = client.say(
                            "POST /charges HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nIdempotency-Key: "
                                    + KeyMaker.uuidV7().next() + "\r\n\r\n100")
                    .hear();
            assertThat(heard.status()).isEqualTo(status);
        }
        answered.get();
    }
}
