// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.SqliteStore;
import dev.semel.memory.MemoryStore;
import dev.semel.redis.RedisStore;
import dev.semel.servers.Postgres;
import dev.semel.servers.RedisProcess;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.Idempotent;
import dev.semel.spring.WhenInDoubt;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

@Tag("http")
@DisplayName("The event loops of WebFlux")
class EventLoopTest {

    private static final int LARGE = 200_000;

    @TempDir
    private Path folder;

    @Configuration(proxyBeanMethods = false)
    @Import({FluxBooted.Open.class, Busy.class})
    static class Application {}

    @RestController
    static class Busy {

        private final Sinks.Empty<Void> gate;

        Busy(Sinks.Empty<Void> gate) {
            this.gate = gate;
        }

        @PostMapping("/echo")
        @Idempotent("busy.echo")
        Mono<String> echo(@RequestBody Mono<String> body) {
            return body.map(text -> "got " + text.length());
        }

        /** On disk before it is sent, and beyond what is kept where that is asked for. */
        @PostMapping("/large")
        @Idempotent("busy.large")
        Flux<String> large(@RequestBody String times) {
            return Flux.range(0, Integer.parseInt(times)).map(any -> "x".repeat(1000));
        }

        @PostMapping("/slow")
        @Idempotent(operation = "busy.slow", waitUpTo = "20s")
        Mono<String> slow() {
            return gate.asMono().thenReturn("done");
        }

        @PostMapping("/throws")
        @Idempotent(operation = "busy.throws", inDoubt = WhenInDoubt.RERUN)
        Mono<String> fails() {
            return Mono.error(new IllegalStateException("fails"));
        }
    }

    @Test
    @DisplayName(
            "T15, R28: are never blocked: by a store on a disk, by bodies and answers on one, by waiting retries, by failures")
    void neverBlocked() throws Exception {
        try (SqliteStore store = SqliteStore.at(folder.resolve("records.db")).open();
                FluxBooted booted = serve(store)) {
            exercise(booted);
        }

        assertThat(BlockedLoops.seen()).isEmpty();
    }

    @Test
    @DisplayName("T15: are never blocked by a store on PostgreSQL")
    void neverBlockedByPostgres() throws Exception {
        try (EmbeddedPostgres postgres = Postgres.embedded().start();
                JdbcStore store =
                        JdbcStore.postgresql(postgres.getPostgresDatabase()).build()) {
            store.schema().create();
            try (FluxBooted booted = serve(store)) {
                exercise(booted);
            }
        }

        assertThat(BlockedLoops.seen()).isEmpty();
    }

    @Test
    @DisplayName("T15: are never blocked by a store on Redis")
    void neverBlockedByRedis() throws Exception {
        try (RedisProcess redis = RedisProcess.start();
                RedisStore store = RedisStore.at(redis.uri()).build();
                FluxBooted booted = serve(store)) {
            exercise(booted);
        }

        assertThat(BlockedLoops.seen()).isEmpty();
    }

    @Test
    @DisplayName("T15: the check can fail: a store that keeps its caller waiting is seen")
    void canFail() throws Exception {
        try (FluxBooted booted = serve(waiting(MemoryStore.create()))) {
            assertThat(new FluxClient(booted.uri())
                            .post("/echo", FluxClient.newKey(), "text")
                            .statusCode())
                    .isEqualTo(200);
        }

        assertThat(BlockedLoops.seen()).anyMatch(blocked -> blocked.contains("EventLoopTest.keepWaiting"));
    }

    private FluxBooted serve(IdempotencyStore store) {
        BlockedLoops.watch();
        return FluxBooted.of(Application.class)
                .bean("gate", Sinks.empty())
                .bean("store", store)
                .with("semel.store-timeout", "30s")
                .with("semel.http.tenants", "sole")
                .with("semel.http.body-in-memory", "16KB")
                .with("semel.http.spill-folder", folder.toString())
                .with("semel.operations[busy.large].answer-limit", "64KB")
                .serve();
    }

    private static void exercise(FluxBooted booted) throws Exception {
        FluxClient client = new FluxClient(booted.uri());
        // Once unwatched: classes are loaded from jars, wherever that happens.
        requests(client);
        BlockedLoops.watch();
        requests(client);
        waiters(client, booted.bean(Sinks.Empty.class));
    }

    private static void requests(FluxClient client) {
        String key = FluxClient.newKey();
        for (int call = 0; call < 2; call++) {
            assertThat(client.post("/echo", key, "text").body()).isEqualTo("got 4");
            assertThat(client.post("/throws", key, "{}").statusCode()).isEqualTo(500);
        }
        String large = FluxClient.newKey();
        assertThat(client.post("/echo", large, "y".repeat(LARGE)).body()).isEqualTo("got " + LARGE);
        assertThat(client.post("/large", large, "40").body()).hasSize(40_000);
        assertThat(FluxClient.isReplay(client.post("/large", large, "40"))).isTrue();
        String beyond = FluxClient.newKey();
        assertThat(client.post("/large", beyond, "400").body()).hasSize(400_000);
        assertThat(client.post("/large", beyond, "400").statusCode()).isEqualTo(410);
    }

    private static void waiters(FluxClient client, Sinks.Empty<?> gate) throws Exception {
        String key = FluxClient.newKey();
        CompletableFuture<HttpResponse<String>> first = client.begin("/slow", key);
        CompletableFuture<HttpResponse<String>> second = client.begin("/slow", key);
        // Held up by nobody: the loops serve others meanwhile.
        assertThat(client.post("/echo", FluxClient.newKey(), "text").body()).isEqualTo("got 4");
        gate.tryEmitEmpty();

        assertThat(first.get(20, TimeUnit.SECONDS).body()).isEqualTo("done");
        assertThat(second.get(20, TimeUnit.SECONDS).body()).isEqualTo("done");
    }

    private static IdempotencyStore waiting(IdempotencyStore store) {
        Class<?>[] type = {IdempotencyStore.class};
        return (IdempotencyStore) Proxy.newProxyInstance(
                EventLoopTest.class.getClassLoader(), type, (self, method, arguments) -> {
                    if (method.getName().equals("claim")) {
                        keepWaiting();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static void keepWaiting() throws InterruptedException {
        assertThat(new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS)).isFalse();
    }
}
