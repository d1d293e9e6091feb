// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Doubt;
import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Reconciliation;
import dev.semel.Tenant;
import dev.semel.key.KeyMaker;
import dev.semel.state.History;
import dev.semel.state.Reason;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("R16: A question about a doubt")
class OddQuestionsTest {

    private static final String IN_PATH = "/by-key/{key}";
    private static final String IN_QUERY = "/by-key?key={key}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Questioned one = new Questioned();
    private final Questioned other = new Questioned();
    private String key = KeyMaker.uuidV7().next();
    private Service gateway = null;

    /** Cuts off every charge, so that nobody knows what became of it, and answers questions as it is told. */
    private static final class Questioned implements AutoCloseable {

        final ScriptedUpstream server = new ScriptedUpstream();
        final List<String> questions = new CopyOnWriteArrayList<>();
        volatile Consumer<HttpServerRequest> answer =
                request -> request.response().end("charged before");

        Questioned() {
            server.does(request -> {
                if (HttpMethod.GET.equals(request.method())) {
                    questions.add(request.uri());
                    answer.accept(request);
                } else {
                    request.connection().close();
                }
            });
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** Why the first server's answer to a question says nothing. */
    private enum Silence {
        UNWELL {
            @Override
            void answer(HttpServerRequest question) {
                question.response().setStatusCode(503).end();
            }
        },
        BROKEN {
            @Override
            void answer(HttpServerRequest question) {
                question.connection().close();
            }
        },
        HANGING {
            @Override
            void answer(HttpServerRequest question) {}
        },
        STALLED {
            @Override
            void answer(HttpServerRequest question) {
                stall(question);
            }
        };

        abstract void answer(HttpServerRequest question);
    }

    @AfterEach
    void close() {
        if (gateway != null) {
            gateway.close();
        }
        one.close();
        other.close();
    }

    private void open(String ask, String limit, Questioned... servers) {
        List<URI> uris =
                List.of(servers).stream().map(asked -> asked.server.uri()).toList();
        gateway = Configured.open("""
                store: {type: memory}
                upstreams: {payments: {servers: %s}}
                routes:
                  - path: /charges
                    operation: charges.create
                    key-rules: lenient
                    forward-key: own
                    answer-limit: 1000
                    in-doubt: {ask: "%s", limit: %s}
                """.formatted(uris, ask, limit));
    }

    private HttpResponse<String> charge() throws IOException, InterruptedException {
        String quoted = '"' + key.replace("\\", "\\\\") + '"';
        return client.send(
                HttpRequest.newBuilder(Configured.uri(gateway).resolve("/charges"))
                        .header("Idempotency-Key", quoted)
                        .POST(HttpRequest.BodyPublishers.ofString("100"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** The head promises more than ever comes. */
    private static void stall(HttpServerRequest request) {
        request.response().putHeader("Content-Length", "100").write("charged");
    }

    @Test
    @DisplayName("whose answer stalls is given up within its limit, connection and all, and the next retry asks again")
    void stalls() throws Exception {
        open(IN_QUERY, "1s", one);
        CompletableFuture<Void> hungUp = new CompletableFuture<>();
        one.answer = request -> {
            request.connection().closeHandler(gone -> hungUp.complete(null));
            stall(request);
        };
        charge();

        assertThat(charge().statusCode()).isEqualTo(409);
        hungUp.get(20, TimeUnit.SECONDS);
        one.answer = request -> request.response().end("charged before");
        assertThat(chargeUntilKnown().body()).isEqualTo("charged before");
    }

    /** A retry may come between the end of the connection and that of the question: it is told to retry, and does. */
    private HttpResponse<String> chargeUntilKnown() throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        HttpResponse<String> told = charge();
        while (told.statusCode() == 409 && System.nanoTime() < end) {
            told = charge();
        }
        return told;
    }

    @Test
    @DisplayName("whose answer is larger than what is kept leaves it open, and as large as that settles it")
    void large() throws Exception {
        open(IN_QUERY, "10s", one);
        charge();
        one.answer = request -> request.response().end("x".repeat(1001));
        assertThat(charge().statusCode()).isEqualTo(409);
        one.answer = request -> request.response().end("x".repeat(1000));
        assertThat(charge().body()).hasSize(1000);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("that one server does not answer goes to the next, within its limit")
    void nextServer(Silence silence) throws Exception {
        open(IN_QUERY, "4s", one, other);
        one.answer = silence::answer;
        charge();

        assertThat(charge().body()).isEqualTo("charged before");
        // The JDK's client may ask again by itself where a connection breaks.
        assertThat(one.questions).isNotEmpty();
        assertThat(other.questions).hasSize(1);
    }

    @Test
    @DisplayName("goes first to a server that passes its health checks: what another one says may be wrong")
    void wellFirst() throws Exception {
        one.answer = request -> request.response().setStatusCode(404).end();
        List<URI> servers = List.of(one.server.uri(), other.server.uri());
        Upstream upstream = new Upstream(
                "payments",
                servers,
                Duration.ofSeconds(30),
                Duration.ofSeconds(2),
                Upstream.KEEP_ALIVE,
                Optional.empty(),
                Optional.empty());
        Health health = new Health();
        health.of(upstream, servers.get(0)).checked(false);
        health.of(upstream, servers.get(0)).checked(false);
        UpstreamQuestion.Form form = new UpstreamQuestion.Form(IN_QUERY, Map.of(), OptionalInt.empty());
        UpstreamQuestion question = new UpstreamQuestion(upstream, form, Route.ForwardedKey.OWN);
        question.goBy(health);

        Intent intent = new Intent(
                Operation.named("charges.create").build(),
                Tenant.sole(),
                new IdempotencyKey(key),
                Fingerprint.of("100"));
        Doubt doubt = new Doubt(intent, 2, Reason.IN_DOUBT, History.NONE);
        assertThat(question.reconcile(doubt).toCompletableFuture().get(20, TimeUnit.SECONDS))
                .isInstanceOf(Reconciliation.Happened.class);
        assertThat(one.questions).isEmpty();
    }

    @Test
    @DisplayName("that no server answers leaves it open")
    void noServer() throws Exception {
        open(IN_QUERY, "10s", one, other);
        one.answer = Silence.BROKEN::answer;
        other.answer = Silence.UNWELL::answer;
        charge();

        assertThat(charge().statusCode()).isEqualTo(409);
        assertThat(other.questions).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "../refunds", "a/b", "a\\b"})
    @DisplayName("is not asked where the client's key could lead to another path: it stays open, and the log says why")
    void leavesThePath(String leaving) throws Exception {
        key = leaving;
        open(IN_PATH, "10s", one);
        charge();

        List<String> lines = new CopyOnWriteArrayList<>();
        Handler ear = listening(lines);
        Logger.getLogger("dev.semel.gateway").addHandler(ear);
        try {
            assertThat(charge().statusCode()).isEqualTo(409);
        } finally {
            Logger.getLogger("dev.semel.gateway").removeHandler(ear);
        }
        assertThat(one.questions).isEmpty();
        assertThat(lines)
                .singleElement()
                .asString()
                .contains("charges.create", "cannot be asked")
                .doesNotContain("a/b", "a\\b", "refunds");
    }

    private static Handler listening(List<String> lines) {
        return new Handler() {
            @Override
            public void publish(LogRecord logged) {
                lines.add(new SimpleFormatter().formatMessage(logged));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/b", "a\\b", "a&b=c#d+e"})
    @DisplayName("with any key in its query is asked: there it is encoded")
    void query(String odd) throws Exception {
        key = odd;
        open(IN_QUERY, "10s", one);
        CompletableFuture<String> decoded = new CompletableFuture<>();
        one.answer = request -> {
            decoded.complete(request.path() + " " + request.getParam("key"));
            request.response().end("charged before");
        };
        charge();

        assertThat(charge().body()).isEqualTo("charged before");
        assertThat(decoded).isCompletedWithValue("/by-key " + odd);
    }

    @Test
    @DisplayName("with a usual key in its path is asked")
    void path() throws Exception {
        open(IN_PATH, "10s", one);
        charge();
        assertThat(charge().body()).isEqualTo("charged before");
        assertThat(one.questions).containsExactly("/by-key/" + key);
    }
}
