// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.Rounds;
import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("A gateway that is killed under load and started again on its SQLite file")
class KilledGatewayTest {

    private static final int CLIENTS = 8;
    private static final int KEYS = 200;
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, String> answers = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    private URI uri;

    @Test
    @DisplayName("R12, R15, T6, T7: replays every answer that it had given, and never lets a key run beside itself")
    void killed() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (CountingUpstream upstream = new CountingUpstream()) {
            Path configuration = configure(upstream);
            for (int round = 0; round < Rounds.of("gateway.kills"); round++) {
                round(configuration, clients, upstream);
            }
            assertThat(upstream.overlaps()).as("keys that ran twice at once").isEmpty();
        } finally {
            clients.shutdownNow();
        }
    }

    private void round(Path configuration, ExecutorService clients, CountingUpstream upstream) throws Exception {
        KeyMaker keys = KeyMaker.uuidV7();
        List<String> mine = Stream.generate(keys::next).limit(KEYS).toList();
        int before = upstream.runs();
        int enough = before + ThreadLocalRandom.current().nextInt(10, KEYS - 20);
        GatewayProcess gateway = GatewayProcess.start(configuration);
        try {
            List<Future<?>> all = IntStream.range(0, CLIENTS)
                    .<Future<?>>mapToObj(i -> clients.submit(() -> askAll(mine, i)))
                    .toList();
            while (upstream.runs() < enough) {
                LockSupport.parkNanos(PAUSE / 20);
            }
            gateway.kill();
            gateway = GatewayProcess.start(configuration);
            for (Future<?> one : all) {
                one.get(2, TimeUnit.MINUTES);
            }
            assertReplayed(mine);
        } finally {
            gateway.kill();
        }
    }

    /** Each client has its part of the keys, and asks until it has an answer. */
    private void askAll(List<String> keys, int part) {
        for (int i = part; i < keys.size(); i += CLIENTS) {
            String key = keys.get(i);
            HttpResponse<String> answer = ask(key);
            while (answer == null || answer.statusCode() != 201) {
                LockSupport.parkNanos(PAUSE);
                answer = ask(key);
            }
            answers.put(key, answer.body());
        }
    }

    /** Null when the connection broke, or there was none: what any client has to live with. */
    private @Nullable HttpResponse<String> ask(String key) {
        try {
            return client.send(
                    HttpRequest.newBuilder(uri.resolve("/charges"))
                            .header("Idempotency-Key", key)
                            .POST(HttpRequest.BodyPublishers.ofString("100"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void assertReplayed(List<String> keys) {
        for (String key : keys) {
            HttpResponse<String> again = ask(key);
            assertThat(again).isNotNull();
            assertThat(again.body()).isEqualTo(answers.get(key));
            assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        }
    }

    private Path configure(CountingUpstream upstream) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        uri = URI.create("http://127.0.0.1:" + port);
        Path file = folder.resolve("semel.yaml");
        Files.writeString(file, """
                listen: 127.0.0.1:%d
                admin: off
                tenant:
                  constant: all
                store:
                  type: sqlite
                  file: semel.db
                upstreams:
                  counting:
                    server: %s
                    timeout: 1s
                routes:
                  - path: /charges
                    operation: charges.create
                    lease: 1s
                    completion-wait: 500ms
                    in-doubt: rerun
                """.formatted(port, upstream.uri()));
        return file;
    }
}
