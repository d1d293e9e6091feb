// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static dev.semel.gateway.Collector.word;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_CLIENT;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_INTERNAL;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_SERVER;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.semel.key.KeyMaker;
import dev.semel.servers.Ports;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("The gateway's spans, as a collector gets them")
class TracingTest {

    private static final String FIRST = "0af7651916cd43dd8448eb211c80319c";
    private static final String SECOND = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String TENANT = "acct-of-somebody";
    private static final String BODY = "a body that is nobody's business";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private final String key = KeyMaker.uuidV4().next();
    private Collector collector;
    private Service gateway;

    @TempDir
    Path folder;

    @BeforeEach
    void open() throws IOException {
        collector = new Collector();
        gateway = open(upstream.uri(), "");
    }

    @AfterEach
    void close() {
        gateway.close();
        upstream.close();
        collector.close();
    }

    private Service open(URI server, String more) {
        return Configured.open(text(server, more));
    }

    private String text(URI server, String more) {
        return """
                store:
                  type: memory
                tracing:
                  endpoint: %s
                  headers:
                    Authorization: Bearer of-the-collector
                %s""".formatted(collector.uri(), more) + Configured.routes(server, "30s");
    }

    private HttpRequest.Builder to(URI place, String path, String trace) {
        return HttpRequest.newBuilder(place.resolve(path))
                .header("traceparent", "00-" + trace + "-" + CALLER + "-01")
                .header("tracestate", "vendor=1");
    }

    private HttpRequest charge(URI place, String trace, String body) {
        return to(place, "/charges?customer=" + TENANT, trace)
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private HttpRequest charge(String trace, String body) {
        return charge(Configured.uri(gateway), trace, body);
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** What has ended is with the collector when the gateway has stopped. */
    private List<Span> stopped(Span.SpanKind kind) {
        gateway.close();
        return collector.spans(kind);
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    private static boolean isError(Span span) {
        return span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR;
    }

    @Test
    @DisplayName(
            "R39: a request, what it becomes and the call of the upstream are one trace, the caller's, which goes on behind it")
    void oneTrace() throws Exception {
        send(charge(FIRST, BODY));
        Span server = stopped(SPAN_KIND_SERVER).get(0);
        Span run = collector.spans(SPAN_KIND_INTERNAL).get(0);
        Span call = collector.spans(SPAN_KIND_CLIENT).get(0);

        assertThat(collector.spans()).hasSize(3).allSatisfy(span -> {
            assertThat(hex(span.getTraceId())).isEqualTo(FIRST);
            assertThat(span.getTraceState()).isEqualTo("vendor=1");
        });
        assertThat(hex(server.getParentSpanId())).isEqualTo(CALLER);
        assertThat(run.getParentSpanId()).isEqualTo(server.getSpanId());
        assertThat(call.getParentSpanId()).isEqualTo(server.getSpanId());
        assertThat(upstream.asked().get(0).headers())
                .containsEntry("traceparent", "00-" + FIRST + "-" + hex(call.getSpanId()) + "-01")
                .containsEntry("tracestate", "vendor=1");
        assertThat(collector.authorizations()).containsOnly("Bearer of-the-collector");
        assertThat(collector.resource("service.name")).isEqualTo("semel-gateway");
    }

    @Test
    @DisplayName("R39: they say what OpenTelemetry's conventions for HTTP say, and what became of the key")
    void attributes() throws Exception {
        send(charge(FIRST, BODY));
        Span server = stopped(SPAN_KIND_SERVER).get(0);
        Span run = collector.spans(SPAN_KIND_INTERNAL).get(0);
        Span call = collector.spans(SPAN_KIND_CLIENT).get(0);

        assertThat(server.getName()).isEqualTo("POST /charges");
        assertThat(word(server, "http.request.method")).isEqualTo("POST");
        assertThat(word(server, "http.route")).isEqualTo("/charges");
        assertThat(word(server, "http.response.status_code")).isEqualTo("200");
        assertThat(word(server, "url.scheme")).isEqualTo("http");
        assertThat(word(server, "network.protocol.version")).isEqualTo("1.1");
        assertThat(word(server, "semel.outcome")).isEqualTo("ran");
        assertThat(run.getName()).isEqualTo("semel charges.create");
        assertThat(word(run, "semel.decision")).isEqualTo("run");
        assertThat(word(run, "semel.attempt")).isEqualTo("1");
        assertThat(word(run, "semel.reason")).isEqualTo("first");
        assertThat(word(run, "semel.ending")).isEqualTo("completed");
        assertThat(call.getName()).isEqualTo("POST");
        assertThat(word(call, "http.response.status_code")).isEqualTo("200");
        assertThat(word(call, "server.address")).isEqualTo("127.0.0.1");
        assertThat(word(call, "server.port"))
                .isEqualTo(Integer.toString(upstream.uri().getPort()));
        assertThat(word(call, "semel.upstream")).isEqualTo("behind");
        assertThat(collector.spans()).noneMatch(TracingTest::isError);
    }

    @Test
    @DisplayName(
            "R39: a replay is in its own caller's trace, and linked to the span of the request that made the answer")
    void replay() throws Exception {
        send(charge(FIRST, BODY));
        HttpResponse<String> replayed = send(charge(SECOND, BODY));
        List<Span> decided = stopped(SPAN_KIND_INTERNAL);

        assertThat(replayed.headers().firstValue("Idempotent-Replayed")).contains("true");
        Span original = decided.get(0);
        Span replay = decided.get(1);
        assertThat(word(replay, "semel.decision")).isEqualTo("replay");
        assertThat(hex(replay.getTraceId())).isEqualTo(SECOND);
        assertThat(replay.getLinksList()).hasSize(1);
        assertThat(hex(replay.getLinks(0).getTraceId())).isEqualTo(FIRST);
        assertThat(replay.getLinks(0).getSpanId()).isEqualTo(original.getSpanId());
        assertThat(collector.spans(SPAN_KIND_CLIENT)).hasSize(1);
        assertThat(word(collector.spans(SPAN_KIND_SERVER).get(1), "semel.outcome"))
                .isEqualTo("replayed");
    }

    @Test
    @DisplayName(
            "R39: a conflict, a mismatch and a key that is missing have spans that say so, and no call of the upstream")
    void losers() throws Exception {
        CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
        upstream.does(held::complete);
        CompletableFuture<HttpResponse<String>> first =
                client.sendAsync(charge(FIRST, BODY), HttpResponse.BodyHandlers.ofString());
        HttpServerRequest request = held.get(20, TimeUnit.SECONDS);
        assertThat(send(charge(SECOND, BODY)).statusCode()).isEqualTo(409);
        assertThat(send(charge(SECOND, "another body")).statusCode()).isEqualTo(422);
        assertThat(send(to(Configured.uri(gateway), "/charges", SECOND)
                                .POST(HttpRequest.BodyPublishers.ofString(BODY))
                                .build())
                        .statusCode())
                .isEqualTo(400);
        request.response().end("done");
        first.get(20, TimeUnit.SECONDS);

        assertThat(stopped(SPAN_KIND_INTERNAL))
                .extracting(span -> word(span, "semel.decision") + " " + word(span, "semel.cause"))
                .containsExactly("conflict in-progress", "mismatch ", "refused key-missing", "run ");
        assertThat(collector.spans(SPAN_KIND_CLIENT)).hasSize(1);
        assertThat(collector.spans()).noneMatch(TracingTest::isError);
    }

    @Test
    @DisplayName(
            "R15, R39: an upstream that breaks off leaves errors and a doubt; the next attempt says its number and why it began")
    void inDoubt() throws Exception {
        upstream.does(request -> request.connection().close());
        assertThat(send(charge(FIRST, BODY)).statusCode()).isEqualTo(502);
        upstream.does(request -> request.response().end("done"));
        assertThat(send(charge(SECOND, BODY)).statusCode()).isEqualTo(200);

        List<Span> runs = stopped(SPAN_KIND_INTERNAL);
        assertThat(word(runs.get(0), "semel.ending")).isEqualTo("in-doubt");
        assertThat(isError(runs.get(0))).isTrue();
        assertThat(word(runs.get(1), "semel.attempt")).isEqualTo("2");
        assertThat(word(runs.get(1), "semel.reason")).isEqualTo("in-doubt");
        Span call = collector.spans(SPAN_KIND_CLIENT).get(0);
        assertThat(word(call, "error.type")).isEqualTo("broke-off");
        Span server = collector.spans(SPAN_KIND_SERVER).get(0);
        assertThat(word(server, "error.type")).isEqualTo("502");
        assertThat(word(server, "semel.outcome")).isEqualTo("upstream-failed");
        assertThat(isError(server)).isTrue();
    }

    @Test
    @DisplayName("R15, R39: an upstream that cannot be reached got nothing, and the spans say so")
    void unreachable() throws Exception {
        gateway.close();
        gateway = open(URI.create("http://127.0.0.1:" + Ports.free()), "");
        assertThat(send(charge(FIRST, BODY)).statusCode()).isEqualTo(503);

        Span run = stopped(SPAN_KIND_INTERNAL).get(0);
        assertThat(word(run, "semel.ending")).isEqualTo("released");
        Span call = collector.spans(SPAN_KIND_CLIENT).get(0);
        assertThat(word(call, "error.type")).isEqualTo("unreachable");
        assertThat(isError(call)).isTrue();
    }

    @Test
    @DisplayName(
            "R18, R39: a client that hangs up ends its request's span once; what runs for it ends later, and says how")
    void hungUp() throws Exception {
        CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
        CountDownLatch left = new CountDownLatch(1);
        upstream.does(held::complete);
        CompletableFuture<HttpResponse<String>> asked =
                client.sendAsync(charge(FIRST, BODY), HttpResponse.BodyHandlers.ofString());
        HttpServerRequest request = held.get(20, TimeUnit.SECONDS);
        asked.cancel(true);
        // Another request is answered in the meantime: the gateway has heard of the end by the time that it stops.
        send(charge(SECOND, BODY));
        request.response().end("done").onComplete(sent -> left.countDown());
        assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();

        List<Span> runs = stopped(SPAN_KIND_INTERNAL);
        assertThat(runs).extracting(span -> word(span, "semel.ending")).containsExactly("", "completed");
        assertThat(collector.spans(SPAN_KIND_SERVER)).hasSize(2);
        assertThat(collector.spans(SPAN_KIND_SERVER))
                .extracting(span -> word(span, "semel.outcome"))
                .containsExactlyInAnyOrder("refused", "broken");
    }

    @Test
    @DisplayName("R27: no key, no tenant, no body, no path and no query is in any byte that leaves")
    void secrecy() throws Exception {
        send(charge(FIRST, BODY));
        send(charge(SECOND, BODY));
        send(charge(SECOND, "another " + BODY));
        send(to(Configured.uri(gateway), "/accounts/" + TENANT + "?key=" + key, FIRST)
                .header("Idempotency-Key", key)
                .build());
        stopped(SPAN_KIND_SERVER);

        assertThat(collector.spans()).hasSize(3 + 2 + 2 + 2);
        assertThat(collector.bytes())
                .contains("charges.create", "/**")
                .doesNotContain(key, TENANT, BODY, "/accounts", "customer");
    }

    @Test
    @DisplayName("R39: where nobody keeps a trace nothing is sent, and the upstream is told that it is not kept")
    void unsampled() throws Exception {
        gateway.close();
        gateway = open(upstream.uri(), "  sampling: 0\n");
        send(HttpRequest.newBuilder(Configured.uri(gateway).resolve("/charges"))
                .header("Idempotency-Key", key)
                .header("tracestate", "vendor=1")
                .POST(HttpRequest.BodyPublishers.ofString(BODY))
                .build());
        send(charge(FIRST, BODY));

        assertThat(stopped(SPAN_KIND_SERVER)).hasSize(1);
        assertThat(collector.spans(SPAN_KIND_INTERNAL).get(0).getLinksList()).isEmpty();
        assertThat(upstream.asked().get(0).headers().get("traceparent")).matches("00-.*-0[02]");
        // A state without its parent is nobody's.
        assertThat(upstream.asked().get(0).headers()).doesNotContainKey("tracestate");
    }

    @Test
    @DisplayName(
            "R39: a collector that takes nothing is said once, counted, and no request's affair; so is that it is back")
    void collectorIsAway() throws Exception {
        gateway.close();
        collector.answers(503);
        Path file = Files.writeString(
                folder.resolve("semel.yaml"),
                "listen: 127.0.0.1:0\nadmin: 127.0.0.1:0\ntenant:\n  constant: all\n" + text(upstream.uri(), ""));
        gateway = Service.open(ConfigurationFile.read(file, Map.of()));
        try (Heard ours = Heard.of("dev.semel.gateway");
                Heard theirs = Heard.of("io.opentelemetry")) {
            for (int i = 0; i < 20; i++) {
                assertThat(send(charge(FIRST, BODY)).statusCode()).isEqualTo(200);
            }
            assertThat(ours.next()).contains("spans are LOST", "{0}");
            collector.answers(200);
            assertThat(send(charge(SECOND, BODY)).statusCode()).isEqualTo(200);
            assertThat(ours.next()).contains("again");
            assertThat(ours.more()).isEmpty();
            assertThat(theirs.more()).isEmpty();
        }
        URI admin = URI.create(
                "http://127.0.0.1:" + gateway.adminAddress().orElseThrow().getPort() + "/metrics");
        String metrics = send(HttpRequest.newBuilder(admin).build()).body();
        assertThat(metrics).containsPattern("semel_gateway_spans_total\\{result=\"failed\"} [1-9]");
        assertThat(metrics).containsPattern("semel_gateway_spans_total\\{result=\"exported\"} [1-9]");
        assertThat(metrics).contains("semel_gateway_spans_total{result=\"dropped\"} 0");
    }

    @Test
    @DisplayName("R39: a gateway that is told to stop sends what has ended first")
    void flushedAtTheEnd() throws Exception {
        GatewayProcess process = GatewayProcess.start(Configured.file(text(upstream.uri(), "")));
        try {
            send(charge(process.uri(), FIRST, BODY));
            process.terminate();
            assertThat(process.awaitEnd()).isEqualTo(143);
        } finally {
            process.kill();
        }

        assertThat(collector.spans()).hasSize(3);
    }
}
