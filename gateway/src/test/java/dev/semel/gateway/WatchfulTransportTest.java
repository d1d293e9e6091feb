// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.impl.VertxConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The transport")
class WatchfulTransportTest {

    @Test
    @DisplayName(
            "has both ends of the gateway send what belongs together as one piece, whatever Vert.x does to their handlers")
    void bothEnds() throws Exception {
        Vertx vertx = Vertx.builder()
                .withTransport(new WatchfulTransport(new Newcomers(Duration.ofSeconds(30), false)))
                .build();
        try {
            AtomicReference<HttpConnection> accepted = new AtomicReference<>();
            HttpServer server = now(vertx.createHttpServer()
                    .requestHandler(request -> {
                        accepted.set(request.connection());
                        request.response().end("answer");
                    })
                    .listen(0, "127.0.0.1"));

            HttpClient client = vertx.createHttpClient();
            HttpClientRequest request = now(client.request(HttpMethod.POST, server.actualPort(), "127.0.0.1", "/"));
            now(request.send("body").compose(HttpClientResponse::end));

            assertThat(closestToTheSocket(accepted.get())).isInstanceOf(OnePiece.class);
            assertThat(closestToTheSocket(request.connection())).isInstanceOf(OnePiece.class);
            // To the end: Vert.x closes a client that the collector finds unused.
            now(client.close());
        } finally {
            now(vertx.close());
        }
    }

    private static ChannelHandler closestToTheSocket(HttpConnection connection) {
        return ((VertxConnection) connection).channel().pipeline().first();
    }

    private static <T> T now(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
