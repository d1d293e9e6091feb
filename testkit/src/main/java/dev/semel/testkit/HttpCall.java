// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;

/** One HTTP request that is sent again and again with the same key. */
final class HttpCall implements Callable<HttpResponse<String>> {

    private static final String KEY = "Idempotency-Key";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What an operation may tell a retry while the first request runs, always with a Retry-After (R28). */
    private static final Set<Integer> IN_FLIGHT = Set.of(409, 425, 503);

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

    static boolean isBusy(HttpResponse<String> response) {
        return IN_FLIGHT.contains(response.statusCode())
                && response.headers().firstValue("Retry-After").isPresent();
    }

    /**
     * What must be the same for every caller.
     *
     * @param status the status
     * @param contentType empty where there is none
     * @param location empty where there is none
     * @param body every character
     */
    record Seen(int status, String contentType, String location, String body) {

        static Seen of(HttpResponse<String> response) {
            return new Seen(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.headers().firstValue("Location").orElse(""),
                    response.body());
        }
    }
}
