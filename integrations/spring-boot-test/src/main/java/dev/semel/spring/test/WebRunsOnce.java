// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import dev.semel.testkit.HttpReading;
import dev.semel.testkit.RunsOnce;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.RequestHeadersSpec;

/**
 * Asserts with a {@link WebTestClient} that a request runs once, however often it is sent, and that every client gets the same
 * answer (R40): of an application with WebFlux or with Spring MVC, mocked or on a port. All are sent with one key: the request's own, or a new one. Fails
 * with an {@link AssertionError} that says what was seen.
 *
 * <pre>{@code
 * WebRunsOnce.assertRunsOnce(client, web -> web.post().uri("/v1/charges").bodyValue("{\"amount\": 100}"));
 * }</pre>
 */
public final class WebRunsOnce {

    private static final String KEY = "Idempotency-Key";

    private WebRunsOnce() {}

    /** Sends the request twice: the second answer is the first one, given again and marked as such. */
    public static void assertRunsOnce(
            WebTestClient client, Function<? super WebTestClient, ? extends RequestHeadersSpec<?>> request) {
        RunsOnce.http(keyed(client, request), Reading.OF_EXCHANGES).whenCalledTwice();
    }

    /** The same; {@code effects} tells how often the work has been done so far: rows in a table, requests to a stub. */
    public static void assertRunsOnce(
            WebTestClient client,
            Function<? super WebTestClient, ? extends RequestHeadersSpec<?>> request,
            LongSupplier effects) {
        RunsOnce.http(keyed(client, request), Reading.OF_EXCHANGES, effects).whenCalledTwice();
    }

    /**
     * Sends the request from so many threads at the same moment, and then once more: those that are not told that another one
     * runs get the same answer, and all of them but one are marked as given again. The client's time-out must be longer than
     * retries wait.
     */
    public static void assertRunsOnceAtOnce(
            WebTestClient client,
            Function<? super WebTestClient, ? extends RequestHeadersSpec<?>> request,
            int clients) {
        RunsOnce.http(keyed(client, request), Reading.OF_EXCHANGES).whenCalledAtOnce(clients);
    }

    /** The same; {@code effects} tells how often the work has been done so far. */
    public static void assertRunsOnceAtOnce(
            WebTestClient client,
            Function<? super WebTestClient, ? extends RequestHeadersSpec<?>> request,
            int clients,
            LongSupplier effects) {
        RunsOnce.http(keyed(client, request), Reading.OF_EXCHANGES, effects).whenCalledAtOnce(clients);
    }

    /** A new request each time, as a client's requests can be sent once. */
    private static Callable<EntityExchangeResult<byte[]>> keyed(
            WebTestClient client, Function<? super WebTestClient, ? extends RequestHeadersSpec<?>> request) {
        String key = UUID.randomUUID().toString();
        return () -> request.apply(client)
                .headers(headers -> {
                    if (headers.getFirst(KEY) == null) {
                        headers.set(KEY, key);
                    }
                })
                .exchange()
                .expectBody()
                .returnResult();
    }

    /** Reads what a client was answered. */
    private enum Reading implements HttpReading<EntityExchangeResult<byte[]>> {
        OF_EXCHANGES;

        @Override
        public int status(EntityExchangeResult<byte[]> result) {
            return result.getStatus().value();
        }

        @Override
        public Optional<String> header(EntityExchangeResult<byte[]> result, String name) {
            return Optional.ofNullable(result.getResponseHeaders().getFirst(name));
        }

        /** Each byte as one character. */
        @Override
        public String body(EntityExchangeResult<byte[]> result) {
            byte[] body = result.getResponseBody();
            return body == null ? "" : new String(body, StandardCharsets.ISO_8859_1);
        }
    }
}
