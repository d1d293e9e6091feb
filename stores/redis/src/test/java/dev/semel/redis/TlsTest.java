// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.Ports;
import dev.semel.servers.RedisProcess;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.RecordId;
import io.lettuce.core.SslOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A Redis behind TLS")
class TlsTest {

    private static final String USER = "semel:a-password";

    @Test
    @DisplayName("R31: is used with its certificate trusted, by a user with a password")
    void trusted() throws Exception {
        Certificate own = Certificate.of("ip:127.0.0.1");
        try (RedisProcess server = serverWith(own);
                RedisStore store = trusting(own, server.port()).build()) {
            RecordId id = Commands.freshId();
            Commands.completed(store, id, new byte[] {1});

            assertThat(Commands.now(store.claim(Commands.claim(id)))).isInstanceOf(ClaimAnswer.Final.class);
        }
    }

    @Test
    @DisplayName("R30: whose certificate nobody vouches for, or that is another host's, is refused with a sentence")
    void untrusted() throws Exception {
        Certificate own = Certificate.of("ip:127.0.0.1");
        Certificate elsewhere = Certificate.of("dns:elsewhere.example");
        try (RedisProcess server = serverWith(own);
                RedisProcess impostor = serverWith(elsewhere)) {
            assertThatThrownBy(() -> RedisStore.at(uri(server.port()))
                            .callLimit(Duration.ofSeconds(30))
                            .build())
                    .as("the JVM does not know its certificate")
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("its certificate must be valid for this host");
            assertThatThrownBy(() -> trusting(elsewhere, impostor.port()).build())
                    .as("the certificate is trusted, for another host")
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("its certificate must be valid for this host");
        }
    }

    @Test
    @DisplayName("R29: is not reached without it, and says so in time")
    void plain() throws Exception {
        try (RedisProcess server = serverWith(Certificate.of("ip:127.0.0.1"))) {
            RedisStoreBuilder plain =
                    RedisStore.at("redis://127.0.0.1:" + server.port()).callLimit(Duration.ofMillis(500));

            assertThatThrownBy(plain::build).isInstanceOf(StoreUnavailableException.class);
        }
    }

    @Test
    @DisplayName("R31: that asks for a certificate is used with one, and not without")
    void mutual() throws Exception {
        Certificate servers = Certificate.of("ip:127.0.0.1");
        Certificate clients = Certificate.of("dns:payments.example");
        try (RedisProcess server = serverWith(servers, clients, "yes")) {
            SslOptions ssl = SslOptions.builder()
                    .trustManager(servers.certificate().toFile())
                    .keyManager(clients.certificate().toFile(), clients.key().toFile(), new char[0])
                    .build();
            try (RedisStore store = RedisStore.at(uri(server.port()))
                    .ssl(ssl)
                    .callLimit(Duration.ofSeconds(30))
                    .build()) {
                RecordId id = Commands.freshId();
                Commands.completed(store, id, new byte[] {1});
                assertThat(Commands.now(store.claim(Commands.claim(id)))).isInstanceOf(ClaimAnswer.Final.class);
            }
            assertThatThrownBy(() -> trusting(servers, server.port()).build())
                    .isInstanceOf(StoreUnavailableException.class);
        }
    }

    private static RedisStoreBuilder trusting(Certificate certificate, int port) {
        SslOptions ssl = SslOptions.builder()
                .trustManager(certificate.certificate().toFile())
                .build();
        return RedisStore.at(uri(port)).ssl(ssl).callLimit(Duration.ofSeconds(30));
    }

    private static String uri(int port) {
        return "rediss://" + USER + "@127.0.0.1:" + port;
    }

    private static RedisProcess serverWith(Certificate certificate) {
        return serverWith(certificate, certificate, "no");
    }

    private static RedisProcess serverWith(Certificate certificate, Certificate clients, String asks) {
        int port = Ports.free();
        return DebianRedis.start(
                Map.of(),
                port,
                List.of(
                        "--port",
                        "0",
                        "--tls-port",
                        String.valueOf(port),
                        "--tls-cert-file",
                        certificate.certificate().toString(),
                        "--tls-key-file",
                        certificate.key().toString(),
                        "--tls-ca-cert-file",
                        clients.certificate().toString(),
                        "--tls-auth-clients",
                        asks,
                        "--save",
                        "",
                        "--user",
                        "semel",
                        "on",
                        ">a-password",
                        "~semel:*",
                        "&semel:*",
                        "+@all",
                        "--user",
                        "default",
                        "off"));
    }
}
