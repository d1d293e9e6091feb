// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("Through the gateway")
class TunnelTest {

    private final Vertx vertx = Vertx.vertx();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<HttpServerRequest> stream = new CompletableFuture<>();
    private final HttpServer upstream = Waits.on(
            vertx.createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(0))
                    .webSocketHandler(this::talk)
                    .requestHandler(stream::complete)
                    .listen());
    private final Service gateway =
            Configured.inFrontOf(URI.create("http://127.0.0.1:" + upstream.actualPort()), "{type: memory}");
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        gateway.close();
        Waits.on(vertx.close());
    }

    /** Says everything twice, and closes when it is told to. */
    private void talk(ServerWebSocket socket) {
        socket.closeHandler(gone -> events.add("upstream saw the close " + socket.closeStatusCode()));
        socket.binaryMessageHandler(
                bytes -> socket.writeBinaryMessage(bytes.copy().appendBuffer(bytes)));
        socket.textMessageHandler(text -> {
            if (text.equals("close")) {
                socket.close((short) 4001, "told to");
            } else {
                socket.writeTextMessage(text + text);
            }
        });
    }

    private WebSocket connect() {
        URI place = URI.create(Configured.uri(gateway).toString().replace("http:", "ws:") + "/talk");
        return client.newWebSocketBuilder().buildAsync(place, new Ear()).join();
    }

    private @Nullable String next() throws InterruptedException {
        return events.poll(20, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("WebSocket frames pass in both directions, also large ones, and a client's close reaches the upstream")
    void frames() throws Exception {
        WebSocket socket = connect();
        socket.sendText("a", true).join();
        assertThat(next()).isEqualTo("aa");
        socket.sendBinary(ByteBuffer.wrap(new byte[50_000]), true).join();
        assertThat(next()).isEqualTo("100000 bytes");
        socket.sendClose(4000, "enough").join();
        assertThat(next()).isEqualTo("upstream saw the close 4000");
    }

    @Test
    @DisplayName("a WebSocket that the upstream closes is closed for the client, with its reason")
    void upstreamCloses() throws Exception {
        WebSocket socket = connect();
        socket.sendText("close", true).join();
        assertThat(next()).isEqualTo("client saw the close 4001");
    }

    @Test
    @DisplayName("a WebSocket that an upstream breaks off ends for the client, too")
    void upstreamBreaksOff() throws Exception {
        connect();
        Waits.on(upstream.close());
        assertThat(next()).matches("client saw the (error|close 1006)|upstream saw the close .*");
    }

    @Test
    @DisplayName("a WebSocket whose client breaks off ends for the upstream, too")
    void clientBreaksOff() throws Exception {
        WebSocket socket = connect();
        socket.sendText("a", true).join();
        assertThat(next()).isEqualTo("aa");
        socket.abort();
        assertThat(next()).startsWith("upstream saw the close");
    }

    @Test
    @DisplayName("an upstream that does not say whether it agrees loses its connection, and the client gets 504")
    void silentUpstream() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (RawUpstream silent = new RawUpstream((request, out) -> never.await());
                Service front = Configured.open(
                        "store: {type: memory}\nlimits: {body-timeout: 1s}\n" + Configured.routes(silent.uri(), "4s"));
                RawClient raw = new RawClient(Configured.uri(front))) {
            RawClient.Heard heard = raw.say(
                            "GET /talk HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
                    .hear();
            assertThat(heard.status()).isEqualTo(504);
            never.countDown();
            assertThat(silent.awaitsEnd()).isTrue();
        }
    }

    /** As some libraries say it with each request. */
    private static String couldSpeakTls(String method, String path, String more, String body) {
        return method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: TLS/1.2\r\n" + more
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    @DisplayName(
            "a request that could also be spoken in another protocol is a request, with its body and its policy (T18)")
    void couldUpgrade() throws Exception {
        String key = "Idempotency-Key: " + KeyMaker.uuidV7().next() + "\r\n";
        try (RawUpstream behind = new RawUpstream((request, out) -> RawUpstream.say(out, RawUpstream.ok("ran")));
                Service front = Configured.inFrontOf(behind.uri(), "{type: memory}");
                RawClient raw = new RawClient(Configured.uri(front))) {
            assertThat(raw.say(couldSpeakTls("POST", "/charges", "", "100"))
                            .hear()
                            .body())
                    .contains("\"code\":\"key-missing\"");
            assertThat(behind.asked()).isEmpty();
            for (int i = 0; i < 2; i++) {
                assertThat(raw.say(couldSpeakTls("POST", "/charges", key, "100"))
                                .hear()
                                .body())
                        .isEqualTo("ran");
            }
            assertThat(raw.say(couldSpeakTls("POST", "/open", "", "whole"))
                            .hear()
                            .body())
                    .isEqualTo("ran");

            assertThat(behind.asked()).hasSize(2);
            assertThat(behind.asked().get(1)).endsWith("\r\n\r\nwhole").doesNotContain("TLS/1.2");
        }
    }

    @Test
    @DisplayName("an upgrade is refused where a request runs once, and says why")
    void refused() throws Exception {
        try (RawClient raw = new RawClient(Configured.uri(gateway))) {
            RawClient.Heard heard = raw.say(
                            "GET /charges HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket"
                                    + "\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                    + "Idempotency-Key: " + KeyMaker.uuidV7().next() + "\r\n\r\n")
                    .hear();
            assertThat(heard.status()).isEqualTo(400);
            assertThat(heard.body()).contains("\"code\":\"upgrade-refused\"");
        }
    }

    @Test
    @DisplayName("an event of a stream reaches the client before the upstream's answer ends")
    void serverSentEvents() throws Exception {
        CompletableFuture<HttpResponse<java.io.InputStream>> answer = client.sendAsync(
                HttpRequest.newBuilder(Configured.uri(gateway).resolve("/events"))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        HttpServerRequest asked = stream.get(20, TimeUnit.SECONDS);
        asked.response().setChunked(true).putHeader("Content-Type", "text/event-stream");
        asked.response().write("data: one\n\n");
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(answer.get(20, TimeUnit.SECONDS).body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("data: one");
            asked.response().end("data: two\n\n");
            assertThat(lines.lines().toList()).containsExactly("", "data: two", "");
        } catch (IOException e) {
            throw new AssertionError("the stream broke", e);
        }
    }

    @Test
    @DisplayName("a WebSocket and an event stream go on over a reload, by the configuration they began with")
    void reload() throws Exception {
        WebSocket socket = connect();
        socket.sendText("a", true).join();
        assertThat(next()).isEqualTo("aa");
        CompletableFuture<HttpResponse<java.io.InputStream>> answer = client.sendAsync(
                HttpRequest.newBuilder(Configured.uri(gateway).resolve("/events"))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        HttpServerRequest asked = stream.get(20, TimeUnit.SECONDS);
        asked.response().setChunked(true).write("data: one\n");

        try (ScriptedUpstream other = new ScriptedUpstream();
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(answer.get(20, TimeUnit.SECONDS).body(), StandardCharsets.UTF_8))) {
            other.does(request -> request.response().end("new"));
            gateway.reload(Configured.read("store: {type: memory}\n" + Configured.routes(other.uri(), "30s")));
            HttpResponse<String> fresh = client.send(
                    HttpRequest.newBuilder(Configured.uri(gateway).resolve("/new"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(fresh.body()).isEqualTo("new");
            socket.sendText("b", true).join();
            assertThat(next()).isEqualTo("bb");
            asked.response().end("data: two\n");
            assertThat(lines.lines().toList()).containsExactly("data: one", "data: two");
        }
    }

    /** What a client hears. */
    private final class Ear implements WebSocket.Listener {

        private int bytes;

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            events.add(text.toString());
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            bytes += data.remaining();
            if (last) {
                events.add(bytes + " bytes");
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            if (code == 4001) {
                events.add("client saw the close " + code);
            }
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            events.add("client saw the error");
        }
    }
}
