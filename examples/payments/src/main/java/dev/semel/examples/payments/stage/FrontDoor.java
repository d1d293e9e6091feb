// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What stands in front of any service, a load balancer: passes requests on as they are, and never sends one again. */
final class FrontDoor {

    private static final Set<String> NOT_PASSED_ON =
            Set.of("connection", "content-length", "transfer-encoding", "date", "keep-alive", ":status");
    private static final List<String> PASSED_IN = List.of("Accept", "Content-Type", "Idempotency-Key");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Supplier<Optional<URI>> service;

    FrontDoor(Supplier<Optional<URI>> service) {
        this.service = service;
    }

    void pass(HttpExchange exchange) throws IOException {
        Optional<URI> target = service.get();
        if (target.isEmpty()) {
            Web.problem(exchange, 503, "The service is down.");
            return;
        }
        HttpResponse<byte[]> response;
        try {
            response = client.send(request(exchange, target.get()), HttpResponse.BodyHandlers.ofByteArray());
        } catch (ConnectException down) {
            Web.problem(exchange, 503, "The service is down.");
            return;
        } catch (IOException broken) {
            Web.problem(exchange, 502, "The connection to the service broke off.");
            return;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            exchange.close();
            return;
        }
        answer(exchange, response);
    }

    private static HttpRequest request(HttpExchange exchange, URI target) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        target.resolve(exchange.getRequestURI().getRawPath()))
                .timeout(PATIENCE)
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()));
        for (String name : PASSED_IN) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        return request.build();
    }

    private static void answer(HttpExchange exchange, HttpResponse<byte[]> response) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        response.headers().map().forEach((name, values) -> {
            if (!NOT_PASSED_ON.contains(name)) {
                headers.put(name, values);
            }
        });
        String type = response.headers().firstValue("Content-Type").orElse("application/octet-stream");
        Web.send(exchange, response.statusCode(), type, response.body());
    }
}
