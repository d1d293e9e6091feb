// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Doubt;
import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.Reconciler;
import dev.semel.Reconciliation;
import dev.semel.http.DerivedKey;
import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpSnapshot;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Asks an upstream what became of a request whose outcome nobody knows (R16): a GET with the key that the upstream was sent. What it
 * answers decides: a 2xx says that it happened, and is what every retry gets; 404 or 410 say that it did not and never will, so that
 * the retry runs; anything else, 202 included, leaves it open. Safe for use by several threads.
 *
 * <p>By the JDK's client: it is asked seldom, and outlives a reload of the configuration that it came from.
 */
final class UpstreamQuestion implements Reconciler {

    private static final Logger LOG = System.getLogger("dev.semel.gateway");

    /** Stands for the key in a question's path. */
    static final String KEY = "{key}";

    private static final int ACCEPTED = 202;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final int FAILED = 500;

    private final Upstream upstream;
    private final Form form;
    private final Route.ForwardedKey sent;
    private final HttpClient client;
    private volatile Health health = new Health();

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

        /**
         * Whether the question with this key asks for what it should. In a path, an upstream that normalises could take the key for
         * the way to something else, encoded or not, and what is there would be saved for whoever chose the key.
         */
        boolean takes(String key) {
            int query = path.indexOf('?');
            boolean inPath = query < 0 || path.indexOf(KEY) < query;
            return !inPath || !(key.contains("/") || key.contains("\\") || key.equals(".") || key.equals(".."));
        }

        String path(String key) {
            return path.replace(
                    KEY, URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20"));
        }
    }

    /** What an operation asks an upstream about its doubts, if it does. */
    static Optional<UpstreamQuestion> of(Operation operation) {
        return operation.inDoubt() instanceof InDoubt.Reconcile asks
                        && asks.reconciler() instanceof UpstreamQuestion asked
                ? Optional.of(asked)
                : Optional.empty();
    }

    /** Servers that are not well are asked last from now on. It is read before there is a gateway that knows them. */
    void goBy(Health known) {
        health = known;
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
        Operation operation = doubt.intent().operation();
        if (!form.takes(key)) {
            LOG.log(
                    Level.WARNING,
                    "a doubt of operation {0} cannot be asked about, and stays: its key has a slash or is a dot segment, and could lead the question to another path; see docs/gateway.md#asking-the-upstream",
                    operation.name());
            return CompletableFuture.completedFuture(Reconciliation.unknown());
        }
        return new Inquiry(form.path(key), health.inOrder(upstream), limit(operation), operation.answerLimit())
                .ask(0)
                // Not on the thread of the JDK's timers, which must not wait for a store.
                .handleAsync((answer, failure) -> failure == null ? decide(answer) : Reconciliation.unknown());
    }

    private static Duration limit(Operation operation) {
        return operation.inDoubt() instanceof InDoubt.Reconcile asks ? asks.limit() : InDoubt.DEFAULT_LIMIT;
    }

    /** One question on its way. */
    private final class Inquiry {

        private final String path;
        private final List<URI> servers;
        private final int answerLimit;
        private final long end;

        Inquiry(String path, List<URI> servers, Duration limit, int answerLimit) {
            this.path = path;
            this.servers = servers;
            this.answerLimit = answerLimit;
            this.end = System.nanoTime() + limit.toNanos();
        }

        /** It is a GET, and may be asked of the next server where one has not answered. */
        CompletableFuture<HttpResponse<Optional<byte[]>>> ask(int index) {
            CompletableFuture<HttpResponse<Optional<byte[]>>> asked =
                    send(servers.get(index), servers.size() - index).thenCompose(Inquiry::unlessFailed);
            return index + 1 == servers.size() ? asked : asked.exceptionallyCompose(failure -> ask(index + 1));
        }

        /** A server's own failure says as little about the doubt as a connection that breaks. */
        private static <T> CompletableFuture<HttpResponse<T>> unlessFailed(HttpResponse<T> answer) {
            return answer.statusCode() < FAILED
                    ? CompletableFuture.completedFuture(answer)
                    : CompletableFuture.failedFuture(new IOException("status " + answer.statusCode()));
        }

        /** The limit is one of the whole exchange: the client's own ends with the head, and a body may stall for ever. */
        private CompletableFuture<HttpResponse<Optional<byte[]>>> send(URI server, int left) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin(server) + path));
            form.headers().forEach(request::header);
            CompletableFuture<HttpResponse<Optional<byte[]>>> exchange =
                    client.sendAsync(request.build(), head -> new BoundedBody(answerLimit));
            return exchange.copy().orTimeout(share(left), TimeUnit.NANOSECONDS).whenComplete((answer, failure) -> {
                if (failure != null) {
                    // Else the connection would stay.
                    exchange.cancel(true);
                }
            });
        }

        /** One that hangs leaves time for those that are left. */
        private long share(int left) {
            return Math.min(upstream.timeout().toNanos(), (end - System.nanoTime()) / left);
        }
    }

    private static String origin(URI server) {
        return server.getScheme() + "://" + server.getRawAuthority();
    }

    private Reconciliation decide(HttpResponse<Optional<byte[]>> answer) {
        int code = answer.statusCode();
        if (code == NOT_FOUND || code == GONE) {
            return Reconciliation.didNotHappen();
        }
        if (code < 200 || code > 299 || code == ACCEPTED) {
            return Reconciliation.unknown();
        }
        // Too large to be kept: whether it is this answer that a retry should get is for a person to say.
        return answer.body().map(body -> happened(answer, body)).orElseGet(Reconciliation::unknown);
    }

    private Reconciliation happened(HttpResponse<?> answer, byte[] body) {
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
