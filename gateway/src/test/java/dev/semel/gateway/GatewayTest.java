// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.http.Dialect;
import dev.semel.http.HttpPolicy;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyHash;
import dev.semel.key.KeyMaker;
import dev.semel.servers.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("The gateway")
class GatewayTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private Service gateway = open(upstream.uri(), InDoubt.rerun(), Route.ForwardedKey.DERIVED, Duration.ofSeconds(30));

    @AfterEach
    void close() {
        gateway.close();
        upstream.close();
    }

    private static Service open(URI server, InDoubt inDoubt, Route.ForwardedKey key, Duration timeout) {
        Upstream behind = new Upstream("payments", server, timeout, Duration.ofSeconds(2));
        Operation charge = Operation.named("charges.create").inDoubt(inDoubt).build();
        return Service.open(new Configuration(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                TenantResolver.sole(),
                Dialect.ietf(),
                StoreChoice.memory(),
                KeyHash.randomPerProcess(),
                List.of(
                        new Route("/charges", Set.of(), behind, key, Optional.of(HttpPolicy.of(charge))),
                        new Route("/plain/**", Set.of(), behind, key, Optional.empty())),
                Limits.DEFAULT));
    }

    private void reopen(URI server, InDoubt inDoubt, Route.ForwardedKey key, Duration timeout) {
        gateway.close();
        gateway = open(server, inDoubt, key, timeout);
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + gateway.address().getPort() + path));
    }

    private HttpRequest charge(String key) {
        return to("/charges")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString("100"))
                .build();
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName(
            "R15, R16, T17: an upstream that breaks off after the request was sent leaves a doubt; the retry runs as attempt"
                    + " 2 with the same key, and its answer is replayed")
    void brokenOff() throws Exception {
        String key = keys.next();
        upstream.does(request -> request.connection().close());
        HttpResponse<String> broken = send(charge(key));
        upstream.does(request -> request.response().setStatusCode(201).end("charged"));
        HttpResponse<String> again = send(charge(key));
        HttpResponse<String> replay = send(charge(key));

        assertThat(broken.statusCode()).isEqualTo(502);
        assertThat(broken.body()).contains("\"code\":\"upstream-failed\"");
        assertThat(broken.headers().firstValue("Retry-After")).isEmpty();
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(upstream.asked())
                .extracting(asked -> asked.headers().get("Semel-Attempt"))
                .containsExactly("1", "2");
        assertThat(upstream.asked())
                .extracting(asked -> asked.headers().get("Idempotency-Key"))
                .doesNotContain(key)
                .containsOnly(upstream.asked().get(0).headers().get("Idempotency-Key"));
    }

    @Test
    @DisplayName("R16: where a doubt is held, the retry runs nothing")
    void held() throws Exception {
        reopen(upstream.uri(), InDoubt.hold(), Route.ForwardedKey.DERIVED, Duration.ofSeconds(30));
        String key = keys.next();
        upstream.does(request -> request.connection().close());
        send(charge(key));

        HttpResponse<String> again = send(charge(key));

        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("\"code\":\"held\"");
        assertThat(upstream.asked()).hasSize(1);
    }

    @Test
    @DisplayName(
            "R15: an upstream that cannot be reached got nothing: the key is released, and the client is told to retry")
    void unreachable() throws Exception {
        reopen(
                URI.create("http://127.0.0.1:" + Ports.free()),
                InDoubt.hold(),
                Route.ForwardedKey.DERIVED,
                Duration.ofSeconds(30));
        String key = keys.next();

        HttpResponse<String> refused = send(charge(key));
        HttpResponse<String> again = send(charge(key));

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("\"code\":\"upstream-unreachable\"");
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        // A doubt would be held.
        assertThat(again.body()).contains("\"code\":\"upstream-unreachable\"");
    }

    @Test
    @DisplayName("R15: an upstream that does not answer in time leaves a doubt, and the client gets 504")
    void late() throws Exception {
        reopen(upstream.uri(), InDoubt.hold(), Route.ForwardedKey.DERIVED, Duration.ofSeconds(1));
        String key = keys.next();
        // The connection is there before the time runs: one that comes too late would leave no doubt.
        assertThat(send(to("/plain/x").build()).statusCode()).isEqualTo(200);
        CountDownLatch givenUp = new CountDownLatch(1);
        upstream.does(request -> request.connection().closeHandler(closed -> givenUp.countDown()));

        HttpResponse<String> late = send(charge(key));

        assertThat(late.statusCode()).isEqualTo(504);
        assertThat(late.body()).contains("\"code\":\"upstream-timeout\"");
        assertThat(send(charge(key)).body()).contains("\"code\":\"held\"");
        assertThat(givenUp.await(30, TimeUnit.SECONDS))
                .as("its connection is given up")
                .isTrue();
    }

    @Test
    @DisplayName("R18: a client that hangs up changes nothing: the upstream's answer is saved, and its retry gets it")
    void hungUp() throws Exception {
        String key = keys.next();
        CountDownLatch arrived = new CountDownLatch(1);
        CompletableFuture<Runnable> answer = new CompletableFuture<>();
        upstream.does(request -> {
            answer.complete(() -> request.response().end("charged"));
            arrived.countDown();
        });
        CompletableFuture<HttpResponse<String>> first =
                client.sendAsync(charge(key), HttpResponse.BodyHandlers.ofString());
        arrived.await();
        first.cancel(true);
        answer.join().run();

        HttpResponse<String> retry = send(charge(key));
        while (retry.statusCode() == 409) {
            retry = send(charge(key));
        }

        assertThat(retry.body()).isEqualTo("charged");
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(upstream.asked()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"for=6.6.6.6;x=\"", "for=6.6.6.6;x=\"a\\\"", "for=10.0.0.1;x=\"a,b\""})
    @DisplayName("has the last word about who asked, whatever the client says about the way it came")
    void lastWord(String said) throws Exception {
        send(to("/plain").header("Forwarded", said).GET().build());
        String forwarded = upstream.asked().get(0).headers().get("Forwarded");
        boolean closed = !said.contains("6.6.6.6");
        assertThat(forwarded).startsWith(closed ? said + ", for=127.0.0.1;" : "for=127.0.0.1;");
    }

    @Test
    @DisplayName("drains when it is closed: what was accepted is finished and saved, and gets its answer")
    void drains() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CompletableFuture<Runnable> answer = new CompletableFuture<>();
        upstream.does(request -> {
            answer.complete(() -> request.response().end("charged"));
            arrived.countDown();
        });
        // Over HTTP/2 this client takes the announcement that no new streams are accepted for the end of those it has.
        CompletableFuture<HttpResponse<String>> first = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .sendAsync(charge(keys.next()), HttpResponse.BodyHandlers.ofString());
        arrived.await();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(gateway::close);
        answer.join().run();

        assertThat(first.get(30, TimeUnit.SECONDS).body()).isEqualTo("charged");
        closed.get(30, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("R21: forwards the client's own key where the route says so")
    void ownKey() throws Exception {
        reopen(upstream.uri(), InDoubt.rerun(), Route.ForwardedKey.OWN, Duration.ofSeconds(30));
        String key = keys.next();
        send(charge(key));
        assertThat(upstream.asked().get(0).headers().get("Idempotency-Key")).isEqualTo(key);
    }

    @Test
    @DisplayName("passes what is not protected, says who asked, and keeps what concerns one connection to itself")
    void passes() throws Exception {
        HttpResponse<String> answer = send(to("/plain/thing?x=1")
                .header("TE", "trailers")
                .header("X-Forwarded-For", "10.0.0.1")
                .header("X-Forwarded-For", "10.0.0.2")
                .header("X-Forwarded-Proto", "https")
                .header("Forwarded", "for=10.0.0.1;proto=https")
                .header("Semel-Attempt", "7")
                .header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .POST(HttpRequest.BodyPublishers.ofString("body"))
                .build());

        assertThat(answer.body()).isEqualTo("done");
        ScriptedUpstream.Asked asked = upstream.asked().get(0);
        assertThat(asked.body()).isEqualTo("body");
        assertThat(asked.headers())
                .containsEntry("X-Forwarded-For", "10.0.0.1, 10.0.0.2, 127.0.0.1")
                .containsEntry("X-Forwarded-Proto", "http")
                .containsEntry(
                        "X-Forwarded-Host", "127.0.0.1:" + gateway.address().getPort())
                .containsEntry("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .containsEntry("Host", upstream.uri().getAuthority())
                .doesNotContainKeys("TE", "Semel-Attempt");
        assertThat(asked.headers().get("Forwarded"))
                .isEqualTo("for=10.0.0.1;proto=https, for=127.0.0.1;host=\"127.0.0.1:"
                        + gateway.address().getPort() + "\";proto=http");
    }

    @Test
    @DisplayName("says on protected requests, too, who asked, and passes their trace on")
    void protectedHead() throws Exception {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        send(to("/charges")
                .header("Idempotency-Key", keys.next())
                .header("traceparent", trace)
                .header("tracestate", "vendor=1")
                .POST(HttpRequest.BodyPublishers.ofString("100"))
                .build());

        assertThat(upstream.asked().get(0).headers())
                .containsEntry("X-Forwarded-For", "127.0.0.1")
                .containsEntry("X-Forwarded-Proto", "http")
                .containsEntry("traceparent", trace)
                .containsEntry("tracestate", "vendor=1")
                .containsKey("Forwarded");
    }

    @Test
    @DisplayName("keeps its connections to an upstream, for protected and unprotected requests")
    void keepsConnections() throws Exception {
        Set<Object> connections = ConcurrentHashMap.newKeySet();
        upstream.does(request -> {
            connections.add(request.connection());
            request.response().end("done");
        });
        HttpClient one =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        for (int i = 0; i < 20; i++) {
            one.send(charge(keys.next()), HttpResponse.BodyHandlers.discarding());
            one.send(to("/plain/x").build(), HttpResponse.BodyHandlers.discarding());
        }

        assertThat(upstream.asked()).hasSize(40);
        assertThat(connections).hasSizeLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    @DisplayName("R15: an upstream that takes no connection within connect-timeout got nothing: released, and 503 soon")
    void connectTimeout() throws Exception {
        List<Socket> filling = new ArrayList<>();
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // Nobody accepts; once the queue is full, a connection is neither made nor refused.
            for (int i = 0; i < 2; i++) {
                filling.add(new Socket(deaf.getInetAddress(), deaf.getLocalPort()));
            }
            gateway.close();
            gateway = Configured.open("store: {type: memory}\n"
                    + Configured.routes(URI.create("http://127.0.0.1:" + deaf.getLocalPort()), "10m")
                            .replace("    timeout:", "    connect-timeout: 300ms\n    timeout:")
                            .replace("in-doubt: rerun", "in-doubt: hold"));
            String key = keys.next();

            assertThat(send(charge(key)).body()).contains("\"code\":\"upstream-unreachable\"");
            // A doubt would be held.
            assertThat(send(charge(key)).body()).contains("\"code\":\"upstream-unreachable\"");
        } finally {
            for (Socket one : filling) {
                one.close();
            }
        }
    }

    @Test
    @DisplayName("says that there is no route, instead of guessing one")
    void noRoute() throws Exception {
        HttpResponse<String> answer = send(to("/nowhere").GET().build());
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("\"code\":\"no-route\"");
        assertThat(upstream.asked()).isEmpty();
    }
}
