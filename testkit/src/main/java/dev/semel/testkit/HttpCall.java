// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

/** One HTTP request that is sent again and again with the same key. */
final class HttpCall implements Callable<HttpResponse<String>> {

    private static final String KEY = "Idempotency-Key";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final HttpRequest request;

    private HttpCall(HttpRequest request) {
        this.request = request;
    }

    /** A request that has no key gets one. */
    static HttpCall of(HttpRequest request) {
        HttpRequest.Builder copy = HttpRequest.newBuilder(request, (name, value) -> true);
        if (request.headers().firstValue(KEY).isEmpty()) {
            copy.header(KEY, "\"" + UUID.randomUUID() + "\"");
        }
        if (request.timeout().isEmpty()) {
            copy.timeout(PATIENCE);
        }
        return new HttpCall(copy.build());
    }

    @Override
    public HttpResponse<String> call() throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** How its responses are read. */
    enum Reading implements HttpReading<HttpResponse<String>> {
        OF_THE_JDK;

        @Override
        public int status(HttpResponse<String> response) {
            return response.statusCode();
        }

        @Override
        public Optional<String> header(HttpResponse<String> response, String name) {
            return response.headers().firstValue(name);
        }

        @Override
        public String body(HttpResponse<String> response) {
            return response.body();
        }
    }
}
