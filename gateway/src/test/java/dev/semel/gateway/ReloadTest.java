// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.key.KeyMaker;
import dev.semel.servers.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("http")
@DisplayName("A gateway that is told to read its configuration again")
class ReloadTest {

    private static final int CLIENTS = 4;
    private static final int RELOADS = 20;
    /** More than half of the budget below. */
    private static final String LARGE = "x".repeat(3000);

    private static final String CONFIGURATION = """
            listen: 127.0.0.1:%d
            admin: 127.0.0.1:%d
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
                in-doubt: rerun
            """;

    private static final Duration SILENCE = Duration.ofMinutes(5);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ScriptedUpstream upstream = new ScriptedUpstream();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        upstream.close();
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("semel.yaml"), text);
    }

    private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest charge(int port, String key) {
        return charge(port, key, "100");
    }

    private HttpRequest charge(int port, String key, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/charges"))
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private void awaitReloads(int admin, String result, int count) throws IOException, InterruptedException {
        String line = "semel_gateway_reloads_total{result=\"" + result + "\"} " + count + ".0\n";
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!get(admin, "/metrics").body().contains(line)) {
            assertThat(System.nanoTime()).as("waited for " + line).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    @Test
    @DisplayName(
            "under load drops no request; new routes work, and a bad file changes nothing and is explained with its line")
    void underLoad() throws Exception {
        int port = Ports.free();
        int admin = Ports.free();
        String before = CONFIGURATION.formatted(port, admin, upstream.uri());
        String after = before + "  - path: /new\n";
        Path log = folder.resolve("gateway.log");
        GatewayProcess gateway = GatewayProcess.start(write(before), log);
        Load load = new Load(port);
        try {
            assertThat(get(port, "/new").statusCode()).isEqualTo(404);
            for (int i = 1; i <= RELOADS; i++) {
                write(i % 2 == 0 ? before : after);
                gateway.hangUp();
                awaitReloads(admin, "taken", i);
                assertThat(get(port, "/new").statusCode()).isEqualTo(i % 2 == 0 ? 404 : 200);
            }
            write(after);
            gateway.hangUp();
            awaitReloads(admin, "taken", RELOADS + 1);
            write(after.replace("operation:", "operatoin:"));
            gateway.hangUp();
            awaitReloads(admin, "refused", 1);
            write(before.replace("listen: 127.0.0.1:" + port, "listen: 127.0.0.1:" + Ports.free()));
            gateway.hangUp();
            awaitReloads(admin, "refused", 2);
            assertThat(get(port, "/new").statusCode()).isEqualTo(200);
            load.stop();
            assertThat(gateway.stop()).isIn(0, 143);
            assertThat(Files.readString(log))
                    .contains("semel.yaml:12: there is no setting operatoin here")
                    .contains("NOT TAKEN, the old one stays: listen: can be changed by a restart only");
        } finally {
            load.stopped.set(true);
            gateway.kill();
        }
    }

    /** Clients that charge without a pause. */
    private final class Load {

        final AtomicBoolean stopped = new AtomicBoolean();
        private final AtomicInteger charged = new AtomicInteger();
        private final Queue<String> failed = new ConcurrentLinkedQueue<>();
        private final List<CompletableFuture<Void>> clients = new ArrayList<>();

        Load(int port) {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(CompletableFuture.runAsync(() -> {
                    while (!stopped.get()) {
                        one(port);
                    }
                }));
            }
        }

        private void one(int port) {
            try {
                HttpResponse<String> answer =
                        client.send(charge(port, keys.next()), HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    charged.incrementAndGet();
                } else {
                    failed.add(answer.statusCode() + answer.body());
                }
            } catch (IOException e) {
                failed.add(e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void stop() throws Exception {
            stopped.set(true);
            for (CompletableFuture<Void> one : clients) {
                one.get(30, TimeUnit.SECONDS);
            }
            assertThat(failed).isEmpty();
            assertThat(charged).hasValueGreaterThan(RELOADS);
        }
    }

    @Test
    @DisplayName("finishes what is under way by the configuration it began with")
    void underWay() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CompletableFuture<Runnable> answer = new CompletableFuture<>();
        upstream.does(request -> {
            answer.complete(() -> request.response().end("old"));
            arrived.countDown();
        });
        try (ScriptedUpstream other = new ScriptedUpstream();
                Service service = Service.open(read(CONFIGURATION.formatted(0, 0, upstream.uri())))) {
            int port = service.address().getPort();
            String key = keys.next();
            CompletableFuture<HttpResponse<String>> first =
                    client.sendAsync(charge(port, key), HttpResponse.BodyHandlers.ofString());
            arrived.await();
            other.does(request -> request.response().end("new"));

            service.reload(read(CONFIGURATION.formatted(0, 0, other.uri())));
            HttpResponse<String> second = client.send(charge(port, keys.next()), HttpResponse.BodyHandlers.ofString());
            answer.join().run();

            assertThat(first.get(30, TimeUnit.SECONDS).body()).isEqualTo("old");
            assertThat(second.body()).isEqualTo("new");
            HttpResponse<String> replay = client.send(charge(port, key), HttpResponse.BodyHandlers.ofString());
            assertThat(replay.body()).isEqualTo("old");
        }
    }

    @Test
    @DisplayName(
            "R29: has one budget of memory for bodies: what is held under the old configuration is not there twice")
    void budget() throws Exception {
        CompletableFuture<Runnable> answer = new CompletableFuture<>();
        upstream.does(request -> answer.complete(() -> request.response().end("done")));
        String text = CONFIGURATION.formatted(0, 0, upstream.uri()) + "limits: {body-memory: 4096}\n";
        try (Service service = Service.open(read(text))) {
            int port = service.address().getPort();
            CompletableFuture<HttpResponse<String>> first =
                    client.sendAsync(charge(port, keys.next(), LARGE), HttpResponse.BodyHandlers.ofString());
            Runnable finish = answer.get(20, TimeUnit.SECONDS);
            service.reload(read(text + "dialect: stripe\n"));

            HttpResponse<String> second = send(charge(port, keys.next(), LARGE));
            assertThat(second.statusCode()).isEqualTo(503);
            assertThat(second.body()).contains("\"error\"", "overloaded");
            finish.run();
            assertThat(first.get(20, TimeUnit.SECONDS).body()).isEqualTo("done");
            upstream.does(request -> request.response().end("done"));
            assertThat(send(charge(port, keys.next(), LARGE)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName(
            "R27: changes the keys of encryption at rest; an answer whose key is gone is not run again, and is there with it")
    void keysOfEncryption() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        upstream.does(request -> request.response().end("charge " + runs.incrementAndGet()));
        String plain = CONFIGURATION.formatted(0, 0, upstream.uri());
        String old = "a: uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E=";
        String young = "b: Zk2rB4Jm9v0w1yqTn3cXhW7gLx8s6u5d2R1p9oHtq4A=";
        try (Service service = Service.open(read(plain + "encryption: {current: a, keys: {" + old + "}}\n"))) {
            int port = service.address().getPort();
            String first = keys.next();
            String second = keys.next();
            assertThat(send(charge(port, first)).body()).isEqualTo("charge 1");

            service.reload(read(plain + "encryption: {current: b, keys: {" + old + ", " + young + "}}\n"));
            assertThat(send(charge(port, first)).body()).isEqualTo("charge 1");
            assertThat(send(charge(port, second)).body()).isEqualTo("charge 2");

            service.reload(read(plain + "encryption: {current: b, keys: {" + young + "}}\n"));
            HttpResponse<String> refused = send(charge(port, first));
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"unreadable\"");
            assertThat(send(charge(port, second)).body()).isEqualTo("charge 2");

            service.reload(read(plain + "encryption: {current: b, keys: {" + old + ", " + young + "}}\n"));
            assertThat(send(charge(port, first)).body()).isEqualTo("charge 1");
            assertThat(runs).hasValue(2);
        }
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private Configuration read(String text) throws IOException {
        return ConfigurationFile.read(write(text), Map.of());
    }

    @ParameterizedTest(name = "{0} → {1}")
    @DisplayName("refuses what only a restart can change, and says so")
    @CsvSource(delimiter = '|', textBlock = """
            listen: 127.0.0.1:0 | listen: 127.0.0.2:0    | listen
            admin: 127.0.0.1:0  | admin: off             | admin
            type: memory        | 'type: redis\\n  url: redis://127.0.0.1:1' | store
            tenant:             | 'encryption: {current: a, keys: {a: uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E=}}\\ntenant:' | encryption
            tenant:             | 'hash-secret: sixteen bytes or more\\ntenant:' | hash-secret
            """)
    void restart(String from, String to, String setting) throws IOException {
        String text = CONFIGURATION.formatted(0, 0, upstream.uri());
        Configuration running = read(text);
        Configuration wanted = read(text.replace(from, to.replace("\\n", "\n")));
        Restart.unneeded(running, read(text), SILENCE);
        assertThatThrownBy(() -> Restart.unneeded(running, wanted, SILENCE))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageStartingWith(setting + ": can be changed by a restart only");
    }

    @Test
    @DisplayName(
            "takes one more server while answers still come before connections are cut, and refuses, with both times, what would take longer")
    void longerAnswers() throws IOException {
        String text = CONFIGURATION.formatted(0, 0, upstream.uri());
        Configuration running = read(text);
        Configuration another = read(text.replaceFirst("server: (.*)", "servers: [\"http://127.0.0.1:9\", \"$1\"]"));
        Duration silence = running.longestAnswer().plusSeconds(15);
        Restart.unneeded(running, another, silence);
        assertThat(another.longestAnswer()).isGreaterThan(running.longestAnswer());
        assertThatThrownBy(() -> Restart.unneeded(running, another, another.longestAnswer()))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageStartingWith("routes: can be changed by a restart only: connections are cut after ")
                .hasMessageContaining(Durations.show(another.longestAnswer()));
    }
}
