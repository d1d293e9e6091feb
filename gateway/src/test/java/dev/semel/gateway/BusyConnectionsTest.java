// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.Rounds;
import dev.semel.key.KeyMaker;
import dev.semel.servers.Ports;
import dev.semel.servers.RedisProcess;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.SocketAddress;
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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** As many connections as {@code gateway.busyConnections} says: 5,000 in the full run. */
@Tag("http")
@DisplayName("A gateway with a heap of 256 MB, all of whose thousands of connections ask at once, again and again,")
class BusyConnectionsTest {

    private static final int TURNS = 5;
    /** On a machine that has other things to do the connections take their time. */
    private static final String PATIENT = "limits: {header-timeout: 5m, body-timeout: 5m, idle-timeout: 5m}\n";

    private static final String BODY = "x".repeat(1024);
    private static final int COME_AGAIN = 600;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Pattern ADMIN = Pattern.compile("jvm_memory_used_bytes\\{area=\"heap\"[^}]*} (\\S+)");

    private final int connections = Rounds.of("gateway.busyConnections");
    private final Vertx vertx = Vertx.vertx();
    /** A field: one that nobody holds any more is closed by the collector, with all its connections. */
    private final NetClient net = vertx.createNetClient(new NetClientOptions().setConnectTimeout(60_000));

    private final KeyMaker maker = KeyMaker.uuidV7();
    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void close() {
        Waits.on(vertx.close());
    }

    @Test
    @DisplayName("R29, R35: on the in-memory store answers all of them, runs each once, and replays them all")
    void memory() throws Exception {
        busy("memory", "{type: memory}");
    }

    @Test
    @DisplayName("R29, R35: on Redis answers all of them, runs each once, and replays them all")
    void redis() throws Exception {
        try (RedisProcess server = RedisProcess.start()) {
            busy("redis", "{type: redis, url: '" + server.uri() + "'}");
        }
    }

    private void busy(String name, String store) throws Exception {
        HttpServer upstream = Waits.on(vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0))
                .requestHandler(request -> {
                    asked.incrementAndGet();
                    request.endHandler(end -> request.response().end(BODY));
                })
                .listen());
        int admin = Ports.free();
        Path log = Path.of("target/busy-gateway-" + name + ".log");
        Files.deleteIfExists(log);
        Path configuration = Configured.file("store: " + store + "\n" + PATIENT
                + Configured.routes(URI.create("http://127.0.0.1:" + upstream.actualPort()), "5m")
                        .replace("    timeout:", "    connect-timeout: 1m\n    timeout:"));
        Files.writeString(
                configuration, Files.readString(configuration).replace("admin: off", "admin: 127.0.0.1:" + admin));
        GatewayProcess gateway = GatewayProcess.start(configuration, log, "-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
        try {
            List<BusyClient> clients = connect(gateway.uri().getPort());
            long begin = System.nanoTime();
            List<String> keys = List.of();
            for (int turn = 0; turn < TURNS; turn++) {
                keys = Stream.generate(maker::next).limit(connections).toList();
                assertThat(turn(clients, keys)).containsExactly(Map.entry("HTTP/1.1 200 OK", connections));
            }
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            assertThat(turn(clients, keys)).containsExactly(Map.entry("HTTP/1.1 200 OK, replayed", connections));

            assertThat(asked).hasValue(TURNS * connections);
            assertThat(gateway.isAlive()).isTrue();
            assertThat(Files.readString(log)).doesNotContain("OutOfMemory", "SEVERE");
            System.out.println(connections + " busy connections on " + name + ": " + TURNS * connections
                    + " requests in " + took.toMillis() + " ms, heap " + heap(admin) + " MB, resident "
                    + resident(gateway.pid()));
        } finally {
            gateway.kill();
        }
    }

    private List<BusyClient> connect(int port) {
        List<BusyClient> clients = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            clients.add(new BusyClient(Waits.on(net.connect(SocketAddress.inetSocketAddress(port, "127.0.0.1")))));
        }
        return clients;
    }

    /** How often what was heard. All ask before the first is answered, or as good as that. */
    private static Map<String, Integer> turn(List<BusyClient> clients, List<String> keys) throws Exception {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            answers.add(clients.get(i).charge(keys.get(i), BODY));
        }
        Map<String, Integer> heard = new TreeMap<>();
        for (int i = 0; i < clients.size(); i++) {
            String answer = answers.get(i).get(5, TimeUnit.MINUTES);
            heard.merge(summary(inTheEnd(clients.get(i), keys.get(i), answer)), 1, Integer::sum);
        }
        return heard;
    }

    /** A store that did not answer in time on a busy machine is no failure of the gateway: whom it told so comes again. */
    private static String inTheEnd(BusyClient client, String key, String first) throws Exception {
        String answer = first;
        for (int tries = 0; tries < COME_AGAIN && isForNow(answer); tries++) {
            LockSupport.parkNanos(PAUSE.toNanos());
            answer = client.charge(key, BODY).get(5, TimeUnit.MINUTES);
        }
        return answer;
    }

    /** The store did not answer in time, or a claim that it took all the same is not given back yet. */
    private static boolean isForNow(String answer) {
        return answer.contains("\"code\":\"unavailable\"") || answer.contains("\"code\":\"in-progress\"");
    }

    /** Its status, and, where it is not the answer that is wanted, its body. */
    private static String summary(String answer) {
        String status = answer.substring(0, answer.indexOf('\r'));
        String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
        String replayed = answer.contains("Idempotent-Replayed: true") ? ", replayed" : "";
        return status + replayed + (body.equals(BODY) ? "" : ": " + body);
    }

    private static long heap(int admin) throws IOException, InterruptedException {
        String page = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        double bytes = 0;
        Matcher line = ADMIN.matcher(page);
        while (line.find()) {
            bytes += Double.parseDouble(line.group(1));
        }
        return (long) bytes >> 20;
    }

    private static String resident(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .findFirst()
                .orElseThrow()
                .replaceAll("\\s+", " ");
    }
}
