// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.semel.Codec;
import dev.semel.Execution;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

@DisplayName("RunsOnce over HTTP")
class RunsOnceHttpTest {

    private final AtomicInteger charges = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Idempotency engine = Idempotency.builder(MemoryStore.create())
            .developmentMode()
            .withoutLog()
            .build();
    private final Operation operation = Operation.webhooks("charge").build();
    private final HttpServer server;

    RunsOnceHttpTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
        engine.close();
    }

    private HttpRequest.Builder post(HttpHandler handler) {
        String path = "/" + UUID.randomUUID();
        server.createContext(path, handler);
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path))
                .POST(HttpRequest.BodyPublishers.ofString("100 EUR"));
    }

    private RunsOnce<?> charging(HttpHandler handler) {
        return RunsOnce.request(post(handler).build(), charges::get);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private void protectedCharge(HttpExchange exchange) throws IOException {
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key").replace("\"", "");
        Intent intent = new Intent(operation, Tenant.sole(), new IdempotencyKey(key), Fingerprint.of("100 EUR"));
        try {
            Execution execution = engine.execute(
                    intent, ticket -> Outcome.completed(Codec.UTF_8.save("charge " + charges.incrementAndGet())));
            if (execution instanceof Execution.NotRun) {
                exchange.getResponseHeaders().set("Retry-After", "1");
                answer(exchange, 409, "in progress");
            } else {
                answer(exchange, 201, execution.value(Codec.UTF_8));
            }
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static void assertFails(Executable check, String... says) {
        AssertionError failed = catchThrowableOfType(AssertionError.class, check::execute);
        assertThat(failed).as("the assertion fails").isNotNull();
        assertThat(failed.getMessage()).contains(says);
    }

    @Test
    @DisplayName("R40: accepts an endpoint that is protected, called twice, often, and by many at once")
    void accepts() {
        charging(this::protectedCharge).whenCalledTwice();
        charging(this::protectedCharge).whenCalled(5);
        charging(this::protectedCharge).whenCalledAtOnce(8);
        assertThat(charges).hasValue(3);
    }

    @Test
    @DisplayName("R40: sends the key that the request brings")
    void ownKey() {
        String key = UUID.randomUUID().toString();
        HttpRequest request =
                post(this::protectedCharge).header("Idempotency-Key", key).build();

        RunsOnce.request(request, charges::get).whenCalledTwice();
        assertFails(() -> RunsOnce.request(request, charges::get).whenCalledTwice(), "happened 0 times");
    }

    @Test
    @DisplayName("R40: fails on an endpoint that nobody protects, and says how often it ran")
    void unprotected() {
        HttpHandler charge = exchange -> answer(exchange, 201, "charge " + charges.incrementAndGet());

        assertFails(() -> charging(charge).whenCalledTwice(), "called 2 times", "happened 2 times");
        assertFails(() -> charging(charge).whenCalledAtOnce(4), "called 4 times at once", "happened 5 times");
    }

    @Test
    @DisplayName("R40: fails on an endpoint that runs once and answers its retries differently, and shows both")
    void broken() {
        HttpHandler forgetful =
                exchange -> answer(exchange, charges.compareAndSet(0, 1) ? 201 : 200, "charged, or was it?");

        assertFails(() -> charging(forgetful).whenCalledTwice(), "and the status differed", "status=201", "status=200");
    }

    @Test
    @DisplayName("R40: says all that differed, and nothing that did not")
    void differences() {
        HttpHandler moody = exchange -> {
            boolean first = charges.compareAndSet(0, 1);
            exchange.getResponseHeaders().set("Content-Type", first ? "text/plain" : "text/html");
            exchange.getResponseHeaders().set("Location", "/charges/" + first);
            answer(exchange, 201, "charged " + first);
        };

        assertFails(
                () -> charging(moody).whenCalledTwice(),
                "every caller should have got the same answer, and the Content-Type and the Location and the body differed;");
    }

    @Test
    @DisplayName(
            "R40: works with any client that it is told how to read, and where nobody counts, by the mark of a replay")
    void anyClient() {
        RunsOnce.http(() -> Map.of("status", "201", "Idempotent-Replayed", "" + (charges.getAndIncrement() > 0)), MAPS)
                .whenCalled(3);
        charges.set(0);
        assertFails(() -> RunsOnce.http(() -> Map.of("status", "201"), MAPS).whenCalledTwice(), "happened 2 times");
        assertFails(
                () -> RunsOnce.http(() -> Map.of("status", "400"), MAPS).whenCalledTwice(),
                "happened 2 times",
                "status=400",
                "the request one there");
        assertFails(
                () -> RunsOnce.http(() -> Map.of("status", "409", "Retry-After", "1"), MAPS)
                        .whenCalledTwice(),
                "ran alone");
    }

    private static final HttpReading<Map<String, String>> MAPS = new HttpReading<>() {
        @Override
        public int status(Map<String, String> response) {
            return Integer.parseInt(response.get("status"));
        }

        @Override
        public Optional<String> header(Map<String, String> response, String name) {
            return Optional.ofNullable(response.get(name));
        }

        @Override
        public String body(Map<String, String> response) {
            return "";
        }
    };

    @Test
    @DisplayName("R40: fails on an endpoint that refuses a retry for good, or says busy when it is not")
    void refusing() {
        HttpHandler conflicts = exchange -> answer(exchange, charges.compareAndSet(0, 1) ? 201 : 409, "");
        HttpHandler busy = exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "1");
            answer(exchange, 409, "");
        };

        assertFails(() -> charging(conflicts).whenCalledTwice(), "status=201", "status=409");
        assertFails(() -> charging(busy).whenCalledTwice(), "ran alone", "status=409");
    }
}
