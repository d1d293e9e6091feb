// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("http")
@DisplayName("The gateway's limits")
class LimitsTest {

    private static final String GET = "GET /x HTTP/1.1\r\nHost: x\r\n\r\n";

    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private Service gateway;

    @AfterEach
    void close() {
        gateway.close();
        upstream.close();
    }

    private RawClient connect(String limits) throws IOException {
        return connect(limits, upstream.uri(), "30s");
    }

    private RawClient connect(String limits, URI server, String timeout) throws IOException {
        gateway =
                Configured.open("store: {type: memory}\nlimits: " + limits + "\n" + Configured.routes(server, timeout));
        return new RawClient(Configured.uri(gateway));
    }

    @Test
    @DisplayName("a head beyond header-bytes: 431, and 414 where it is the first line; then the connection ends")
    void head() throws IOException {
        try (RawClient flood = connect("{header-bytes: 8192}");
                RawClient line = new RawClient(Configured.uri(gateway))) {
            flood.say("GET /x HTTP/1.1\r\nHost: x\r\n" + "X-Flood: aaaaaaaaaaaaaaaa\r\n".repeat(1000) + "\r\n");
            line.say("GET /" + "x".repeat(9000) + " HTTP/1.1\r\nHost: x\r\n\r\n");

            assertThat(flood.hear().status()).isEqualTo(431);
            assertThat(flood.hearsTheEnd()).isTrue();
            assertThat(line.hear().status()).isEqualTo(414);
            assertThat(line.hearsTheEnd()).isTrue();
        }
        assertThat(upstream.asked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"12000, 200", "18000, 431"})
    @DisplayName("header-bytes hold over HTTP/2, too, on both sides:")
    void headOverHttp2(int bytes, int status) throws Exception {
        connect("{header-bytes: 16384}").close();
        java.net.http.HttpClient client = java.net.http.HttpClient.newHttpClient();
        URI place = Configured.uri(gateway).resolve("/x");
        // The first request asks for the change from HTTP/1.1.
        client.send(HttpRequest.newBuilder(place).build(), HttpResponse.BodyHandlers.discarding());
        HttpResponse<String> heard = client.send(
                HttpRequest.newBuilder(place)
                        .header("X-Flood", "a".repeat(bytes))
                        .timeout(Duration.ofSeconds(20))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(heard.version()).isEqualTo(java.net.http.HttpClient.Version.HTTP_2);
        assertThat(heard.statusCode()).isEqualTo(status);
        assertThat(upstream.asked()).hasSize(status == 200 ? 2 : 1);
    }

    @Test
    @DisplayName("a body beyond body-bytes: 413 before it is sent; one that comes in chunks as soon as it is seen")
    void body() throws IOException {
        String chunk = "400\r\n" + "x".repeat(1024) + "\r\n";
        try (RawClient announced = connect("{body-bytes: 2000}");
                RawClient kept = new RawClient(Configured.uri(gateway))) {
            announced.say("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\nabc");
            kept.say("POST /charges HTTP/1.1\r\nHost: x\r\nIdempotency-Key: "
                            + KeyMaker.uuidV7().next() + "\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .say(chunk + chunk);

            RawClient.Heard refused = announced.hear();
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.body()).contains("\"code\":\"body-too-large\"");
            assertThat(announced.hearsTheEnd()).isTrue();
            assertThat(kept.hear().status()).isEqualTo(413);
        }
        assertThat(upstream.asked()).isEmpty();
    }

    @Test
    @DisplayName("a body that makes no progress for body-timeout: 408; a byte now and then is no progress")
    void slowBody() throws Exception {
        String head = " HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\nabc";
        try (RawClient silent = connect("{body-timeout: 1s}");
                RawClient dripping = new RawClient(Configured.uri(gateway))) {
            silent.say("POST /x" + head);
            dripping.say("POST /charges"
                    + head.replace(
                            "\r\n\r\n",
                            "\r\nIdempotency-Key: " + KeyMaker.uuidV7().next() + "\r\n\r\n"));
            CompletableFuture<RawClient.Heard> heard = CompletableFuture.supplyAsync(() -> hear(dripping));
            while (!heard.isDone()) {
                dripping.say("x");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }

            assertThat(heard.get().status()).isEqualTo(408);
            assertThat(heard.get().body()).contains("\"code\":\"request-timeout\"");
            assertThat(silent.hear().status()).isEqualTo(408);
            assertThat(silent.hearsTheEnd()).isTrue();
        }
        assertThat(upstream.asked()).isEmpty();
    }

    @Test
    @DisplayName("a body whose rest comes after the 408 does not run: the client has heard that nothing was done")
    void restOfSlowBody() throws Exception {
        String key = KeyMaker.uuidV7().next();
        String head = "POST /charges HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nIdempotency-Key: " + key + "\r\n\r\n";
        try (RawClient slow = connect("{body-timeout: 1s}")) {
            assertThat(slow.say(head + "1").hear().status()).isEqualTo(408);
            slow.say("00");
            assertThat(slow.hearsTheEnd()).isTrue();
        }
        assertThat(upstream.asked()).isEmpty();
        try (RawClient again = new RawClient(Configured.uri(gateway))) {
            assertThat(again.say(head + "100").hear().body()).isEqualTo("done");
        }
        assertThat(upstream.asked()).hasSize(1);
    }

    @Test
    @DisplayName(
            "what came of a body that makes no progress is let go before its 408 is heard, however long the client stays")
    void slowBodiesKeepNothing() throws Exception {
        List<RawClient> slow = new ArrayList<>();
        try (RawClient other = connect("{body-timeout: 1s, body-memory: 200000}")) {
            for (int i = 0; i < 4; i++) {
                slow.add(new RawClient(Configured.uri(gateway)));
                slow.get(i).say(posting(60_000) + "x".repeat(40_000));
            }
            for (RawClient client : slow) {
                assertThat(client.hear().status()).isIn(408, 503);
            }
            assertThat(other.say(posting(100_000) + "x".repeat(100_000)).hear().body())
                    .isEqualTo("done");
            assertThat(upstream.asked()).hasSize(1);
        } finally {
            for (RawClient client : slow) {
                client.close();
            }
        }
    }

    private static String posting(int length) {
        return "POST /charges HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\nIdempotency-Key: "
                + KeyMaker.uuidV7().next() + "\r\n\r\n";
    }

    @Test
    @DisplayName("over HTTP/2 too, a body that makes no progress keeps nothing after its 408, and does not run later")
    void slowBodiesOverHttp2() throws Exception {
        Vertx vertx = Vertx.vertx();
        try (RawClient other = connect("{body-timeout: 1s, body-memory: 200000}")) {
            HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false));
            List<HttpClientRequest> slow = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                slow.add(begin(client));
            }
            for (HttpClientRequest request : slow) {
                assertThat(Waits.on(request.response()).statusCode()).isIn(408, 503);
            }
            slow.forEach(request -> request.end("x".repeat(20_000)));

            assertThat(other.say(posting(100_000) + "x".repeat(100_000)).hear().body())
                    .isEqualTo("done");
            assertThat(upstream.asked()).hasSize(1);
        } finally {
            Waits.on(vertx.close());
        }
    }

    @Test
    @DisplayName("an upload may take longer than an answer: the upstream's time begins when it has the whole body")
    void longUpload() throws Exception {
        try (RawClient announced = connect("{}", upstream.uri(), "500ms");
                RawClient chunked = new RawClient(Configured.uri(gateway))) {
            announced.say("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc");
            chunked.say("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
            announced.say("def");
            chunked.say("3\r\ndef\r\n0\r\n\r\n");

            assertThat(announced.hear().body()).isEqualTo("done");
            assertThat(chunked.hear().status()).isEqualTo(200);
        }
        assertThat(upstream.asked()).extracting(ScriptedUpstream.Asked::body).containsExactly("abcdef", "abcdef");
    }

    @Test
    @DisplayName("an upload that has arrived, and that the upstream does not answer within its time: 504")
    void unansweredUpload() throws Exception {
        upstream.does(request -> {});
        try (RawClient client = connect("{}", upstream.uri(), "500ms")) {
            client.say("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc")
                    .say("def");
            assertThat(client.hear().status()).isEqualTo(504);
        }
    }

    @Test
    @DisplayName("an upload that the upstream stops to read: 504 when its time is over, the client is not to blame")
    void unreadUpload() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI server = URI.create("http://127.0.0.1:" + deaf.getLocalPort());
            CompletableFuture<Void> sending;
            try (RawClient client = connect("{}", server, "500ms")) {
                client.say("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n");
                sending = CompletableFuture.runAsync(() -> sayMuch(client));
                assertThat(client.hear().status()).isEqualTo(504);
            }
            sending.get(20, TimeUnit.SECONDS);
        }
    }

    private static void sayMuch(RawClient client) {
        String megabyte = "x".repeat(1_000_000);
        try {
            for (int i = 0; i < 100; i++) {
                client.say(megabyte);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("an answer that begins before the upload has ended streams on for as long as it likes")
    void earlyAnswer() throws Exception {
        Vertx vertx = Vertx.vertx();
        HttpServer early = Waits.on(vertx.createHttpServer()
                .requestHandler(request -> {
                    request.response().putHeader("Content-Length", "8").write("soon");
                    request.endHandler(whole ->
                            vertx.setTimer(2000, passed -> request.response().end("late")));
                })
                .listen(0, "127.0.0.1"));
        try (RawClient client = connect("{}", URI.create("http://127.0.0.1:" + early.actualPort()), "500ms")) {
            client.say("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc");
            assertThat(client.hearsStatus()).isEqualTo(200);
            client.say("def");
            assertThat(client.hear().body()).isEqualTo("soonlate");
        } finally {
            Waits.on(vertx.close());
        }
    }

    /** A request that stops in its middle, on a connection that lives on. */
    private HttpClientRequest begin(HttpClient client) {
        HttpClientRequest request =
                Waits.on(client.request(HttpMethod.POST, gateway.address().getPort(), "127.0.0.1", "/charges"));
        request.putHeader("Idempotency-Key", KeyMaker.uuidV7().next()).putHeader("Content-Length", "60000");
        request.exceptionHandler(reset -> {});
        Waits.on(request.write("x".repeat(40_000)));
        return request;
    }

    @Test
    @DisplayName("who asks whether to go on with a body that is too large hears 413, and not 100 first")
    void expectation() throws Exception {
        String head = "POST /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ";
        try (RawClient large = connect("{body-bytes: 2000}");
                RawClient small = new RawClient(Configured.uri(gateway))) {
            assertThat(large.say(head + "100000000\r\n\r\n").hear().status()).isEqualTo(413);
            assertThat(small.say(head + "3\r\n\r\n").hear().status()).isEqualTo(100);
            assertThat(small.say("abc").hear().status()).isEqualTo(200);
        }
        assertThat(upstream.asked()).hasSize(1);
    }

    private static RawClient.Heard hear(RawClient client) {
        try {
            return client.hear();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName(
            "a first head that takes longer than header-timeout: 408 and the end, however often a byte of it comes")
    void slowHead() throws Exception {
        try (RawClient silent = connect("{header-timeout: 4s}");
                RawClient quick = new RawClient(Configured.uri(gateway)).say(GET);
                RawClient dripping = new RawClient(Configured.uri(gateway))) {
            assertThat(quick.hear().status()).isEqualTo(200);
            dripping.say("GET /x HTTP/1.1\r\nHost: x\r\nX-Slow: ");
            CompletableFuture<RawClient.Heard> heard = CompletableFuture.supplyAsync(() -> hear(dripping));
            while (!heard.isDone()) {
                dripping.say("x");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }

            assertThat(heard.get().status()).isEqualTo(408);
            assertThat(silent.hear().status()).isEqualTo(408);
            assertThat(silent.hearsTheEnd()).isTrue();
            // Who has spoken in time is not meant, however long ago that is.
            assertThat(quick.say(GET).hear().status()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("a connection without a request for idle-timeout: the end, whatever parts of one it sends")
    void idle() throws Exception {
        try (RawClient idle = connect("{idle-timeout: 1s}");
                RawClient dripping = new RawClient(Configured.uri(gateway))) {
            assertThat(idle.say(GET).hear().body()).isEqualTo("done");
            assertThat(dripping.say(GET).hear().body()).isEqualTo("done");
            dripping.say("GET /x HT");
            CompletableFuture<RawClient.Heard> end = CompletableFuture.supplyAsync(() -> hear(dripping));
            while (!end.isDone()) {
                dripping.say("x");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }

            assertThat(end.get()).isEqualTo(RawClient.Heard.CLOSED);
            assertThat(idle.hearsTheEnd()).isTrue();
        }
        assertThat(upstream.asked()).hasSize(2);
    }

    @Test
    @DisplayName("an answer that takes longer than idle-timeout is waited for: who waits is not idle")
    void waiting() throws Exception {
        CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
        upstream.does(asked::complete);
        try (RawClient client = connect("{idle-timeout: 100ms, body-timeout: 100ms}")) {
            client.say(GET);
            asked.get(20, TimeUnit.SECONDS);
            LockSupport.parkNanos(Doorkeeper.ROUND.multipliedBy(3).toNanos());
            asked.get().response().end("late");
            assertThat(client.hear().body()).isEqualTo("late");
        }
    }

    @Test
    @DisplayName(
            "no connection counts as idle while a retry waits, the upstream is asked, answers, and its answer is saved")
    void longestWait() {
        String route =
                "  - {path: /charges, operation: charges.create, lease: 90s, in-flight: wait 50s, completion-wait: 7s, "
                        + "in-doubt: {ask: \"/charges?key={key}\", limit: 20s}}\n";
        Configuration read = Configured.read("store: {type: memory}\nlimits: {idle-timeout: 1s}\n"
                + Configured.routes(URI.create("http://127.0.0.1:9"), "30s")
                        .replaceFirst(
                                "(?s)  - path: /charges.*own\n", java.util.regex.Matcher.quoteReplacement(route)));
        gateway = Service.open(read);

        assertThat(gateway.silence()).isGreaterThanOrEqualTo(Duration.ofSeconds(50 + 20 + 30 + 7));
    }

    @Test
    @DisplayName("beyond requests-in-flight: 503 with Retry-After at once; when one has left, the next may enter")
    void inFlight() throws Exception {
        CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
        upstream.does(asked::complete);
        try (RawClient first = connect("{requests-in-flight: 1}");
                RawClient second = new RawClient(Configured.uri(gateway))) {
            first.say(GET);
            asked.get(20, TimeUnit.SECONDS);

            RawClient.Heard refused = second.say(GET).hear();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.head()).containsIgnoringCase("\r\nretry-after: 1\r\n");
            assertThat(refused.body()).contains("\"code\":\"overloaded\"");
            asked.get().response().end("done");
            assertThat(first.hear().body()).isEqualTo("done");
            upstream.does(request -> request.response().end("done"));
            assertThat(untilAdmitted(second).body()).isEqualTo("done");
        }
    }

    /** An answer can be read a moment before its request counts as gone. */
    private static RawClient.Heard untilAdmitted(RawClient client) throws IOException {
        RawClient.Heard heard = client.say(GET).hear();
        while (heard.status() == 503) {
            heard = client.say(GET).hear();
        }
        return heard;
    }

    @Test
    @DisplayName("a client that goes away leaves its place to the next")
    void gone() throws Exception {
        CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
        upstream.does(asked::complete);
        try (RawClient first = connect("{requests-in-flight: 1}")) {
            first.say(GET);
            asked.get(20, TimeUnit.SECONDS);
        }
        upstream.does(request -> request.response().end("done"));
        try (RawClient second = new RawClient(Configured.uri(gateway))) {
            assertThat(untilAdmitted(second).body()).isEqualTo("done");
        }
    }
}
