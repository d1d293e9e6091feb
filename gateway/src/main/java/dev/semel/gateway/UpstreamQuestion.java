// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Doubt;
import dev.semel.Reconciler;
import dev.semel.Reconciliation;
import dev.semel.http.DerivedKey;
import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Asks an upstream what became of a request whose outcome nobody knows (R16): a GET with the key that the upstream was sent. What it
 * answers decides: a 2xx says that it happened, and is what every retry gets; 404 or 410 say that it did not and never will, so that
 * the retry runs; anything else, 202 included, leaves it open. Safe for use by several threads.
 *
 * <p>By the JDK's client: it is asked seldom, and outlives a reload of the configuration that it came from.
 */
final class UpstreamQuestion implements Reconciler {

    /** Stands for the key in a question's path. */
    static final String KEY = "{key}";

    private static final int ACCEPTED = 202;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;

    private final Upstream upstream;
    private final Form form;
    private final Route.ForwardedKey sent;
    private final HttpClient client;

    UpstreamQuestion(Upstream upstream, Form form, Route.ForwardedKey sent) {
        this.upstream = upstream;
        this.form = form;
        this.sent = sent;
        HttpClient.Builder asking =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(upstream.connectTimeout());
        upstream.trust().map(Trust::context).ifPresent(asking::sslContext);
        this.client = asking.build();
    }

    /**
     * What is asked, and what its answer becomes.
     *
     * @param path where, with {@link #KEY} in it
     * @param headers what the upstream wants to see besides: credentials, say
     * @param status what the saved answer has, where it is not the question's own
     */
    record Form(String path, Map<String, String> headers, OptionalInt status) {

        Form {
            headers = Map.copyOf(headers);
            if (!path.startsWith("/") || !path.contains(KEY)) {
                throw new IllegalArgumentException("it is a path with " + KEY + " in it, as in /v1/charges?key=" + KEY);
            }
            if (status.isPresent() && (status.getAsInt() < 200 || status.getAsInt() > 599)) {
                throw new IllegalArgumentException("a status is a number from 200 to 599");
            }
        }
    }

    /** Where it asks, with {@link #KEY} in it. */
    String path() {
        return form.path();
    }

    @Override
    public CompletionStage<Reconciliation> reconcile(Doubt doubt) {
        String key = sent == Route.ForwardedKey.DERIVED
                ? DerivedKey.of(doubt.intent(), Attempt.STEP)
                : doubt.intent().key().value();
        String path = form.path()
                .replace(KEY, URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20"));
        int limit = doubt.intent().operation().answerLimit();
        return ask(path, 0).thenApplyAsync(answer -> decide(answer, limit));
    }

    /** The next server where one takes no connection. */
    private CompletableFuture<HttpResponse<InputStream>> ask(String path, int server) {
        URI uri = URI.create(origin(upstream.servers().get(server)) + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(upstream.timeout());
        form.headers().forEach(request::header);
        CompletableFuture<HttpResponse<InputStream>> asked =
                client.sendAsync(request.build(), BodyHandlers.ofInputStream());
        return server + 1 == upstream.servers().size()
                ? asked
                : asked.exceptionallyCompose(failure ->
                        isRefused(failure) ? ask(path, server + 1) : CompletableFuture.failedFuture(failure));
    }

    private static String origin(URI server) {
        return server.getScheme() + "://" + server.getRawAuthority();
    }

    private static boolean isRefused(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof ConnectException || cause instanceof java.net.http.HttpConnectTimeoutException;
    }

    private Reconciliation decide(HttpResponse<InputStream> answer, int limit) {
        try (InputStream in = answer.body()) {
            int code = answer.statusCode();
            if (code == NOT_FOUND || code == GONE) {
                return Reconciliation.didNotHappen();
            }
            if (code < 200 || code > 299 || code == ACCEPTED) {
                return Reconciliation.unknown();
            }
            byte[] body = in.readNBytes(limit + 1);
            // Too large to be kept: whether it is this answer that a retry should get is for a person to say.
            return body.length > limit ? Reconciliation.unknown() : happened(answer, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reconciliation happened(HttpResponse<InputStream> answer, byte[] body) {
        List<Header> lines = new ArrayList<>();
        answer.headers().map().forEach((name, values) -> {
            if (EndToEnd.isKept(name)) {
                values.forEach(value -> lines.add(new Header(name, value)));
            }
        });
        int status = form.status().orElse(answer.statusCode());
        return Reconciliation.happened(HttpSnapshot.codec().save(HttpAnswer.owning(status, Headers.of(lines), body)));
    }
}
