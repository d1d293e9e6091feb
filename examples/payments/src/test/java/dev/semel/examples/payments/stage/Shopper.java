// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A client as it should be: it asks again with the same key and body until it has an answer. Safe for use by several threads. */
final class Shopper {

    /** What is final. Everything else is a conflict, a server that is down, or a doubt. */
    private static final Set<Integer> ANSWERS = Set.of(201, 402, 404, 422);

    private static final int MOST_TRIES = 400;

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI shop;
    private final Map<Integer, Integer> retries = new ConcurrentHashMap<>();

    Shopper(URI shop) {
        this.shop = shop;
    }

    /** What a client knows in the end. */
    record Answer(int status, String body) {}

    /** How often it asked again after a status; 0 stands for no answer at all. */
    Map<Integer, Integer> retries() {
        return Map.copyOf(retries);
    }

    Answer insist(String path, String key, String body) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Answer answer = once(path, key, body);
            if (ANSWERS.contains(answer.status())) {
                return answer;
            }
            int unused = retries.merge(answer.status(), 1, Integer::sum);
            new CompletableFuture<>()
                    .completeOnTimeout(null, Math.min(20L << Math.min(tries, 4), 250), TimeUnit.MILLISECONDS)
                    .join();
        }
        throw new AssertionError("no answer after " + MOST_TRIES + " tries");
    }

    Answer once(String path, String key, String body) {
        return once(path, key, body, "*/*");
    }

    Answer once(String path, String key, String body, String accept) {
        HttpRequest request = HttpRequest.newBuilder(shop.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Accept", accept)
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return send(request);
    }

    Answer get(String path) {
        return send(HttpRequest.newBuilder(shop.resolve(path)).build());
    }

    private Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Answer(0, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
