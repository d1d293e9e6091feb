// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Sends requests to an application. */
final class FluxClient {

    private static final KeyMaker KEYS = KeyMaker.uuidV4();

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI server;

    FluxClient(URI server) {
        this.server = server;
    }

    static String newKey() {
        return KEYS.next();
    }

    static boolean isReplay(HttpResponse<?> response) {
        return response.headers().firstValue("Idempotent-Replayed").equals(Optional.of("true"));
    }

    /** Posts JSON with a key. */
    HttpResponse<String> post(String path, String key, String body) {
        return send("POST", path, key, "application/json", body);
    }

    HttpResponse<String> send(String method, String path, String key, String type, String body) {
        return send(request(method, path, type, body).header("Idempotency-Key", key));
    }

    HttpRequest.Builder request(String method, String path, String type, String body) {
        return HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", type)
                .header("Accept", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofSeconds(60)));
    }

    /** Posts, and does not wait. */
    CompletableFuture<HttpResponse<String>> begin(String path, String key) {
        HttpRequest request = request("POST", path, "application/json", "{}")
                .header("Idempotency-Key", key)
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
