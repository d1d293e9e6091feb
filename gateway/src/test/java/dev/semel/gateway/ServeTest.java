// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.key.KeyMaker;
import dev.semel.servers.Ports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("semel serve")
class ServeTest {

    private static final Set<Integer> NOT_YET = Set.of(409, 503);
    private static final int MOST_TRIES = 600;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Pattern CURL = Pattern.compile(" {2}curl -i (\\S+) -H 'Idempotency-Key: (\\S+)' -d '(.*)'");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final KeyMaker keys = KeyMaker.uuidV7();
    private GatewayProcess gateway;

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        if (gateway != null) {
            gateway.kill();
        }
    }

    private Path log() {
        return folder.resolve("gateway.log");
    }

    private HttpResponse<String> post(URI uri, String key, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        HttpRequest built = (headers.length == 0 ? request : request.headers(headers)).build();
        HttpResponse<String> answer = client.send(built, HttpResponse.BodyHandlers.ofString());
        // The records are in a file: on a busy machine its disk may be too slow, or take a claim that was given up.
        for (int tries = 0; tries < MOST_TRIES && NOT_YET.contains(answer.statusCode()); tries++) {
            LockSupport.parkNanos(PAUSE.toNanos());
            answer = client.send(built, HttpResponse.BodyHandlers.ofString());
        }
        return answer;
    }

    private String get(String uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    @DisplayName(
            "without anything starts a demo on SQLite, whose printed commands show a replay; faults can be asked for")
    void demo() throws Exception {
        gateway = GatewayProcess.serve(
                log(),
                "--listen",
                "127.0.0.1:" + Ports.free(),
                "--admin",
                "off",
                "--records",
                folder.resolve("semel.db").toString());
        List<Matcher> curls = gateway.greeting().stream()
                .map(CURL::matcher)
                .filter(Matcher::matches)
                .toList();
        assertThat(curls).hasSize(2);
        URI charges = URI.create(curls.get(0).group(1));

        HttpResponse<String> first =
                post(charges, curls.get(0).group(2), curls.get(0).group(3));
        HttpResponse<String> second =
                post(charges, curls.get(1).group(2), curls.get(1).group(3));
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(get(charges.toString())).contains("{\"charges\":1}");

        String dropped = keys.next();
        assertThat(post(charges, dropped, "1", "Demo-Fault", "drop").statusCode())
                .isEqualTo(502);
        assertThat(post(charges, dropped, "1").statusCode()).isEqualTo(201);
        assertThat(get(charges.toString())).contains("{\"charges\":3}");
        String failed = keys.next();
        assertThat(post(charges, failed, "1", "Demo-Fault", "fail").statusCode())
                .isEqualTo(500);
        assertThat(post(charges, failed, "1").headers().firstValue("Idempotent-Replayed"))
                .contains("true");
        assertThat(folder.resolve("semel.db")).exists();
    }

    @Test
    @DisplayName("keeps what the demo has answered from a service that comes after it, on the same file of records")
    void demoIsApart() throws Exception {
        String records = folder.resolve("semel.db").toString();
        String key = keys.next();
        gateway = GatewayProcess.serve(
                log(), "--listen", "127.0.0.1:" + Ports.free(), "--admin", "off", "--records", records);
        assertThat(post(gateway.uri().resolve("/v1/charges"), key, "100").statusCode())
                .isEqualTo(201);
        gateway.stop();

        try (ScriptedUpstream service = new ScriptedUpstream()) {
            gateway = inFrontOf(service.uri(), "off", records);
            HttpResponse<String> asked = post(gateway.uri().resolve("/v1/charges"), key, "100");

            assertThat(asked.body()).isEqualTo("done");
            assertThat(service.asked()).hasSize(1);
        }
    }

    private GatewayProcess inFrontOf(URI service, String admin, String records) throws IOException {
        return GatewayProcess.serve(
                log(),
                "--upstream",
                service.toString(),
                "--listen",
                "127.0.0.1:" + Ports.free(),
                "--admin",
                admin,
                "--records",
                records);
    }

    @Test
    @DisplayName("opens a port for clients and one for operators, on the loopback interface, and nothing else")
    void ports() throws Exception {
        int admin = Ports.free();
        gateway = inFrontOf(
                URI.create("http://127.0.0.1:1"),
                "127.0.0.1:" + admin,
                folder.resolve("semel.db").toString());

        assertThat(ListeningPorts.of(gateway.pid()))
                .containsExactlyInAnyOrder("127.0.0.1:" + gateway.uri().getPort(), "127.0.0.1:" + admin);
    }

    @Test
    @DisplayName("says how to listen elsewhere where its port is taken")
    void taken() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String place = "127.0.0.1:" + other.getLocalPort();
            assertThat(refusal("--upstream", "http://127.0.0.1:1", "--listen", place))
                    .contains(place)
                    .contains("--listen")
                    .contains("listen:");
        }
    }

    @Test
    @DisplayName("refuses to stand in front of itself")
    void itself() throws Exception {
        int port = Ports.free();
        String own = "http://localhost:" + port;
        assertThat(refusal("--upstream", own, "--listen", "127.0.0.1:" + port))
                .contains("--upstream: is the gateway itself");
    }

    /** What it says that does not start. */
    private String refusal(String... arguments) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("serve", "--admin", "off", "--records"));
        words.add(folder.resolve("semel.db").toString());
        words.addAll(List.of(arguments));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        assertThat(Main.run(words, Map.of(), err, err)).isEqualTo(Main.FAILED);
        return said.toString(StandardCharsets.UTF_8);
    }

    private Path configuration(URI upstream) throws IOException {
        return Files.writeString(folder.resolve("semel.yaml"), """
                listen: 127.0.0.1:1
                admin: off
                tenant: {constant: all}
                store: {type: sqlite, file: semel.db}
                upstreams: {behind: {server: "%s"}}
                routes: [{path: /charges, operation: charges.create, in-doubt: hold}, {path: /**}]
                """.formatted(upstream));
    }

    private GatewayProcess start(URI upstream, int admin) throws IOException {
        return GatewayProcess.serve(
                log(),
                "--config",
                configuration(upstream).toString(),
                "--listen",
                "127.0.0.1:" + Ports.free(),
                "--admin",
                "127.0.0.1:" + admin);
    }

    @Test
    @DisplayName(
            "on SIGTERM finishes what was accepted and records it, refuses what is new, and ends; then it is replayed")
    void terminated() throws Exception {
        try (ScriptedUpstream upstream = new ScriptedUpstream()) {
            CompletableFuture<Runnable> answer = new CompletableFuture<>();
            upstream.does(request -> answer.complete(() -> request.response().end("charged")));
            gateway = start(upstream.uri(), Ports.free());
            URI charges = gateway.uri().resolve("/charges");
            String key = keys.next();
            CompletableFuture<HttpResponse<String>> first = CompletableFuture.supplyAsync(() -> {
                try {
                    return post(charges, key, "100");
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            Runnable finish = answer.get(30, TimeUnit.SECONDS);

            gateway.terminate();
            awaitRefusal(charges);
            assertThat(gateway.isAlive()).isTrue();
            finish.run();

            assertThat(first.get(30, TimeUnit.SECONDS).body()).isEqualTo("charged");
            assertThat(gateway.awaitEnd()).isIn(0, 143);
            gateway = start(upstream.uri(), Ports.free());
            HttpResponse<String> replay = post(gateway.uri().resolve("/charges"), key, "100");
            assertThat(replay.body()).isEqualTo("charged");
            assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
            assertThat(upstream.asked()).hasSize(1);
        }
    }

    /** Each time by a new connection. */
    private static void awaitRefusal(URI uri) throws IOException {
        for (int looks = 0; looks < 20_000; looks++) {
            try (RawClient late = new RawClient(uri)) {
                late.say("");
                LockSupport.parkNanos(1_000_000);
            } catch (ConnectException refused) {
                return;
            }
        }
        throw new AssertionError("new connections are still taken");
    }

    @Test
    @DisplayName("has flags that override the file, after a reload, too")
    void flags() throws Exception {
        try (ScriptedUpstream upstream = new ScriptedUpstream()) {
            int admin = Ports.free();
            gateway = start(upstream.uri(), admin);
            String listening = gateway.uri().getAuthority();

            assertThat(get("http://127.0.0.1:" + admin + "/config")).contains("\"" + listening + "\"");
            assertThat(get(gateway.uri() + "/x")).isEqualTo("done");
            gateway.hangUp();
            String taken = "semel_gateway_reloads_total{result=\"taken\"} 1.0";
            for (int looks = 0; !get("http://127.0.0.1:" + admin + "/metrics").contains(taken); looks++) {
                assertThat(looks).isLessThan(20_000);
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(get(gateway.uri() + "/x")).isEqualTo("done");
        }
    }

    @Test
    @DisplayName("refuses flags that make no sense beside a file, and says so")
    void wrongFlags() {
        assertThatThrownBy(() -> new Serve(
                        Arguments.of(List.of("serve", "--config", "semel.yaml", "--upstream", "http://127.0.0.1:1")),
                        Map.of(),
                        System.out))
                .isInstanceOf(Main.WrongUse.class)
                .hasMessageContaining("with --config");
    }
}
