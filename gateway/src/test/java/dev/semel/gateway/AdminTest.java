// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.key.KeyMaker;
import dev.semel.servers.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("The gateway's admin listener")
class AdminTest {

    private static final String CONFIGURATION = """
            listen: 127.0.0.1:0
            admin: 127.0.0.1:0
            tenant:
              header: X-Account
            store:
              type: memory
            upstreams:
              payments:
                server: %s
                timeout: 10s
            routes:
              - path: /charges
                operation: charges.create
                lease: 20s
              - path: /plain/**
            """;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private @Nullable Service opened;

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
        upstream.close();
    }

    private Service service() throws IOException {
        return opened == null ? open(CONFIGURATION.formatted(upstream.uri()), Map.of()) : opened;
    }

    private Service open(String text, Map<String, String> environment) throws IOException {
        Path file = Files.writeString(folder.resolve("semel.yaml"), text);
        Service service = Service.open(ConfigurationFile.read(file, environment));
        opened = service;
        return service;
    }

    private HttpRequest.Builder admin(String path) throws IOException {
        int port = service().adminAddress().orElseThrow().getPort();
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private HttpRequest.Builder gateway(String path) throws IOException {
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + service().address().getPort() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> charge(String key) throws IOException, InterruptedException {
        return send(gateway("/charges")
                .header("X-Account", "a")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString("100")));
    }

    private String metrics() throws IOException, InterruptedException {
        return send(admin("/metrics")).body();
    }

    /** An answer leaves a moment before it is counted. */
    private void awaitMeter(String line) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        String seen = metrics();
        while (!seen.contains(line + "\n") && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            seen = metrics();
        }
        assertThat(seen.lines().filter(other -> other.startsWith("semel_"))).contains(line);
    }

    @Test
    @DisplayName("R39: says that the process lives, and that it is ready")
    void lives() throws Exception {
        assertThat(send(admin("/health")).statusCode()).isEqualTo(200);
        HttpResponse<String> ready = send(admin("/ready"));
        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.body()).contains("ready");
        assertThat(ready.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    @DisplayName("answers 404 for what is not there, 405 with Allow for what can only be read, and HEAD without a body")
    void statuses() throws Exception {
        HttpResponse<String> nowhere = send(admin("/nowhere"));
        assertThat(nowhere.statusCode()).isEqualTo(404);
        assertThat(nowhere.body()).contains("/metrics");
        HttpResponse<String> posted = send(admin("/metrics").POST(HttpRequest.BodyPublishers.ofString("x")));
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("Allow")).contains("GET, HEAD");
        HttpResponse<String> head = send(admin("/health").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValueAsLong("Content-Length").orElse(0)).isPositive();
    }

    @Test
    @DisplayName("is not ready while it drains, and says why; what was accepted is finished")
    void draining() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CompletableFuture<Runnable> answer = new CompletableFuture<>();
        upstream.does(request -> {
            answer.complete(() -> request.response().end("slow"));
            arrived.countDown();
        });
        CompletableFuture<HttpResponse<String>> slow =
                client.sendAsync(gateway("/plain/x").build(), HttpResponse.BodyHandlers.ofString());
        arrived.await();
        Service service = service();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(service::close);
        HttpResponse<String> ready = send(admin("/ready"));
        while (ready.statusCode() == 200) {
            ready = send(admin("/ready"));
        }
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("stopping");
        assertThat(send(admin("/health")).statusCode()).isEqualTo(200);
        answer.join().run();
        assertThat(slow.get(30, TimeUnit.SECONDS).body()).isEqualTo("slow");
        closed.get(30, TimeUnit.SECONDS);
        opened = null;
    }

    @Test
    @DisplayName("R39: counts requests by route, method, status and outcome, and what the engine did")
    void counts() throws Exception {
        String key = keys.next();
        charge(key);
        charge(key);
        send(gateway("/charges").POST(HttpRequest.BodyPublishers.ofString("no key")));
        send(gateway("/plain/x"));
        send(gateway("/nowhere"));

        String requests = "semel_gateway_requests_total{method=\"%s\",outcome=\"%s\",route=\"%s\",status=\"%s\"} 1.0";
        awaitMeter(requests.formatted("unsafe", "ran", "/charges", "2xx"));
        awaitMeter(requests.formatted("unsafe", "replayed", "/charges", "2xx"));
        awaitMeter(requests.formatted("unsafe", "refused", "/charges", "4xx"));
        awaitMeter(requests.formatted("safe", "passed", "/plain/**", "2xx"));
        awaitMeter(requests.formatted("safe", "refused", "none", "4xx"));
        awaitMeter("semel_gateway_in_flight 0.0");
        awaitMeter("semel_gateway_duration_seconds_count{route=\"/charges\"} 3");
        awaitMeter("semel_admissions_total{detail=\"success\",operation=\"charges.create\",outcome=\"replay\"} 1.0");
        awaitMeter("semel_http_refusals_total{code=\"key-missing\",operation=\"charges.create\"} 1.0");
        assertThat(metrics())
                .contains("semel_gateway_duration_seconds_bucket{route=\"/charges\",le=\"0.25\"}")
                .contains("jvm_memory_used_bytes{area=\"heap\"")
                .contains("jvm_threads_live_threads")
                .contains("jvm_gc_");
    }

    @Test
    @DisplayName(
            "R39: counts upstreams that cannot be reached, break off or take too long, and answers that did not leave whole")
    void failures() throws Exception {
        open(CONFIGURATION.formatted(upstream.uri()).replace("timeout: 10s", "timeout: 3s"), Map.of());
        // The first connection is there before the time runs: one that comes too late would be an upstream out of
        // reach.
        assertThat(send(gateway("/plain/x")).statusCode()).isEqualTo(200);
        awaitMeter("semel_gateway_upstream_failures_total{kind=\"timeout\",upstream=\"payments\"} 0.0");
        upstream.does(request -> {});
        assertThat(charge(keys.next()).statusCode()).isEqualTo(504);
        upstream.does(request -> request.connection().close());
        assertThat(charge(keys.next()).statusCode()).isEqualTo(502);
        upstream.does(request -> {
            request.response().setChunked(true);
            request.response()
                    .write("a part")
                    .onSuccess(left -> request.connection().close());
        });
        assertThatThrownBy(() -> send(gateway("/plain/x"))).isInstanceOf(IOException.class);
        upstream.close();
        assertThat(charge(keys.next()).statusCode()).isEqualTo(503);

        for (String kind : new String[] {"timeout", "broke-off", "unreachable"}) {
            awaitMeter("semel_gateway_upstream_failures_total{kind=\"" + kind + "\",upstream=\"payments\"} 1.0");
        }
        awaitMeter("semel_gateway_requests_total{method=\"unsafe\",outcome=\"upstream-failed\",route=\"/charges\""
                + ",status=\"5xx\"} 3.0");
        awaitMeter("semel_gateway_requests_total{method=\"safe\",outcome=\"broken\",route=\"/plain/**\""
                + ",status=\"2xx\"} 1.0");
        awaitMeter("semel_gateway_in_flight 0.0");
    }

    @Test
    @DisplayName(
            "R36: a name that another site has pointed here does not show the configuration, and nobody's name is in it")
    void configurationForUs() throws Exception {
        String users = """
                console:
                  origins: [https://ops.example.com]
                  users:
                    - name: ada-of-operations
                      token: ${TOKEN}
                      roles: [view]
                """;
        URI admin = URI.create("http://127.0.0.1:"
                + open(CONFIGURATION.formatted(upstream.uri()) + users, Map.of("TOKEN", "x".repeat(40)))
                        .adminAddress()
                        .orElseThrow()
                        .getPort());
        Map<String, Integer> statuses = Map.of(
                "evil.example:9901",
                403,
                "ops.example.com",
                200,
                "127.0.0.1:9901",
                200,
                "localhost",
                200,
                "[::1]:9901",
                200);
        for (Map.Entry<String, Integer> expected : statuses.entrySet()) {
            try (RawClient client = new RawClient(admin)) {
                RawClient.Heard heard = client.say("GET /config HTTP/1.1\r\nHost: " + expected.getKey() + "\r\n\r\n")
                        .hear();
                assertThat(heard.status()).as(expected.getKey()).isEqualTo(expected.getValue());
                assertThat(heard.body()).doesNotContain("ada-of-operations");
                assertThat(heard.body().contains("charges.create")).isEqualTo(expected.getValue() == 200);
            }
        }
        try (RawClient scraper = new RawClient(admin)) {
            assertThat(scraper.say("GET /metrics HTTP/1.1\r\nHost: gateway-7.internal:9901\r\n\r\n")
                            .hear()
                            .status())
                    .as("meters are read by any name")
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("shows the effective configuration with its defaults, and no secret of it")
    void configuration() throws Exception {
        Files.writeString(folder.resolve("header"), "X-From-File");
        open(
                CONFIGURATION
                        .formatted("http://${UPSTREAM}")
                        .replace("X-Account", "${file:" + folder.resolve("header") + "}")
                        .replace("  - path: /plain/**", "  - path: /${SEGMENT}/**")
                        .replace("store:", "hash-secret: a secret of at least thirty-two bytes\nstore:"),
                Map.of("UPSTREAM", upstream.uri().getAuthority(), "SEGMENT", "s3gment"));

        HttpResponse<String> shown = send(admin("/config"));

        assertThat(shown.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(shown.body())
                .contains("\"server\" : \"http://${UPSTREAM}\"", "\"path\" : \"/${SEGMENT}/**\"")
                .contains("\"hash-secret\" : \"(not shown)\"", "\"connect-timeout\" : \"2s\"", "\"lease\" : \"20s\"")
                .contains("\"retention\" : \"1d\"", "\"in-doubt\" : ", "\"type\" : \"memory\"")
                .doesNotContain(
                        "thirty-two", "s3gment", "X-From-File", upstream.uri().getAuthority());
    }

    @Test
    @DisplayName("cannot be reached through the gateway: its own port is no upstream, whatever name leads there")
    void apart() throws Exception {
        assertThat(send(gateway("/metrics")).statusCode()).isEqualTo(404);
        int port = Ports.free();
        for (String name : new String[] {"127.0.0.1", "localhost", "0.0.0.0"}) {
            String text = CONFIGURATION
                    .formatted("http://" + name + ":" + port)
                    .replace("admin: 127.0.0.1:0", "admin: 127.0.0.1:" + port);
            assertThatThrownBy(() -> open(text, Map.of()))
                    .isInstanceOf(BadConfiguration.class)
                    .hasMessageContaining("semel.yaml:" + lineOf("  payments:", text) + ": payments is")
                    .hasMessageContaining("admin listener");
        }
    }

    private static long lineOf(String line, String text) {
        return text.lines().takeWhile(other -> !other.equals(line)).count() + 1;
    }

    @Test
    @DisplayName("has another port than clients: else the configuration is refused, with the line")
    void samePort() {
        int port = Ports.free();
        String text = CONFIGURATION
                .formatted(upstream.uri())
                .replace("listen: 127.0.0.1:0", "listen: 127.0.0.1:" + port)
                .replace("admin: 127.0.0.1:0", "admin: 127.0.0.1:" + port);
        assertThatThrownBy(() -> open(text, Map.of()))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("semel.yaml:" + lineOf("admin: 127.0.0.1:" + port, text) + ": admin needs");
    }

    @Test
    @DisplayName("that was chosen and is taken stops the start; the usual one does not")
    void taken() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String text = CONFIGURATION.formatted(upstream.uri());
            String chosen = text.replace("admin: 127.0.0.1:0", "admin: 127.0.0.1:" + other.getLocalPort());
            assertThatThrownBy(() -> open(chosen, Map.of()))
                    .hasMessageContaining("the admin listener cannot be at 127.0.0.1:" + other.getLocalPort());
            Path file = Files.writeString(folder.resolve("semel.yaml"), text);
            AdminChoice usual = new AdminChoice(
                    java.util.Optional.of(
                            new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), other.getLocalPort())),
                    false);
            opened = Service.open(ConfigurationFile.read(file, Map.of()).administeredAt(usual));
            assertThat(opened.adminAddress()).isEmpty();
            assertThat(send(gateway("/plain/x")).statusCode()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("can be off")
    void off() throws Exception {
        open(CONFIGURATION.formatted(upstream.uri()).replace("admin: 127.0.0.1:0", "admin: off"), Map.of());
        assertThat(service().adminAddress()).isEmpty();
    }
}
