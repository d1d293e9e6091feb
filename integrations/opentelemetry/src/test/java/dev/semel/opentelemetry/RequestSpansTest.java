// SPDX-License-Identifier: Apache-2.0
package dev.semel.opentelemetry;

import static dev.semel.opentelemetry.Bench.number;
import static dev.semel.opentelemetry.Bench.word;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.Exchange;
import dev.semel.http.Headers;
import dev.semel.http.HttpAdmission;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpPolicy;
import dev.semel.http.Intake;
import dev.semel.http.Reception;
import dev.semel.http.RequestHead;
import dev.semel.http.RequestWatch;
import dev.semel.http.Routes;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyMaker;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The spans of protected requests")
class RequestSpansTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private final Bench bench = new Bench();
    private final HttpIdempotency http = http(bench);
    private final String key = KeyMaker.uuidV4().next();

    private static HttpIdempotency http(Bench bench) {
        return HttpIdempotency.builder(bench.engine())
                .policies(Routes.builder()
                        .route("/pay", HttpPolicy.of(Bench.CHARGE))
                        .build())
                .tenants(TenantResolver.header("Tenant"))
                .watcher(SemelTracing.of(bench.openTelemetry))
                .build();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private record Head(Map<String, String> headers, Map<String, Object> attributes) implements RequestHead {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/pay";
        }

        @Override
        public String query() {
            return "";
        }

        @Override
        public List<String> header(String name) {
            return Optional.ofNullable(headers.get(name)).stream()
                    .flatMap(String::lines)
                    .toList();
        }

        @Override
        public Optional<Object> attribute(String name) {
            return Optional.ofNullable(attributes.get(name));
        }
    }

    private Head keyed() {
        return new Head(
                Map.of(
                        "Idempotency-Key",
                        key,
                        "Tenant",
                        Bench.TENANT,
                        "traceparent",
                        "00-" + TRACE + "-" + PARENT + "-01"),
                Map.of());
    }

    private HttpAdmission admitted(RequestHead head, String body) {
        return http.receive(head).match(new Reception.Cases<>() {
            @Override
            public HttpAdmission passThrough() {
                throw new AssertionError("not protected");
            }

            @Override
            public HttpAdmission answer(HttpAnswer answer) {
                return new HttpAdmission.Answered(answer);
            }

            @Override
            public HttpAdmission read(Intake intake) {
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                intake.feed(bytes, 0, bytes.length);
                return intake.admitAndWait();
            }
        });
    }

    private Exchange run(RequestHead head) {
        return ((HttpAdmission.Run) admitted(head, Bench.PAYLOAD)).exchange();
    }

    private static void answer(Exchange exchange, int status) {
        exchange.answered(HttpAnswer.of(status, Headers.NONE, Bench.PAYLOAD.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    @DisplayName("R39: a run has one, below the caller's, from its head until its ending is recorded")
    void runs() {
        Exchange exchange = run(keyed());
        assertThat(bench.spans()).isEmpty();
        answer(exchange, 201);
        answer(exchange, 201);

        assertThat(bench.spans()).hasSize(1);
        SpanData span = bench.last();
        assertThat(span.getName()).isEqualTo("semel charges.create");
        assertThat(span.getKind()).isEqualTo(SpanKind.INTERNAL);
        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getParentSpanId()).isEqualTo(PARENT);
        assertThat(word(span, "semel.operation")).isEqualTo("charges.create");
        assertThat(word(span, "semel.decision")).isEqualTo("run");
        assertThat(number(span, "semel.attempt")).isEqualTo(1);
        assertThat(word(span, "semel.reason")).isEqualTo("first");
        assertThat(word(span, "semel.ending")).isEqualTo("completed");
        assertThat(span.getEvents()).extracting(EventData::getName).containsExactly("admitted");
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    @Test
    @DisplayName("R39: a replay is linked to the span of the request that made the answer")
    void replayLinks() {
        answer(run(keyed()), 201);
        SpanData original = bench.last();
        Head elsewhere = new Head(Map.of("Idempotency-Key", key, "Tenant", Bench.TENANT), Map.of());
        admitted(elsewhere, Bench.PAYLOAD);

        SpanData replay = bench.last();
        assertThat(word(replay, "semel.decision")).isEqualTo("replay");
        assertThat(replay.getTraceId()).isNotEqualTo(original.getTraceId());
        assertThat(replay.getLinks()).hasSize(1);
        assertThat(replay.getLinks().get(0).getSpanContext().getTraceId()).isEqualTo(original.getTraceId());
        assertThat(replay.getLinks().get(0).getSpanContext().getSpanId()).isEqualTo(original.getSpanId());
    }

    @Test
    @DisplayName("R39: whoever does not run is told why, and that is no error of the service")
    void losers() {
        Exchange first = run(keyed());
        admitted(keyed(), Bench.PAYLOAD);
        SpanData conflict = bench.last();
        admitted(keyed(), "another payload");
        SpanData mismatch = bench.last();
        admitted(new Head(Map.of("Tenant", Bench.TENANT), Map.of()), Bench.PAYLOAD);
        SpanData refused = bench.last();
        answer(first, 201);

        assertThat(word(conflict, "semel.decision")).isEqualTo("conflict");
        assertThat(word(conflict, "semel.cause")).isEqualTo("in-progress");
        assertThat(word(mismatch, "semel.decision")).isEqualTo("mismatch");
        assertThat(word(refused, "semel.decision")).isEqualTo("refused");
        assertThat(word(refused, "semel.cause")).isEqualTo("key-missing");
        assertThat(bench.spans())
                .hasSize(4)
                .allSatisfy(span -> assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET));
    }

    @Test
    @DisplayName("R16, R39: a doubt is an error, and the next attempt says its number and why it began")
    void doubt() {
        answer(run(keyed()), 503);
        SpanData doubtful = bench.last();
        answer(run(keyed()), 201);

        assertThat(word(doubtful, "semel.ending")).isEqualTo("in-doubt");
        assertThat(word(doubtful, "error.type")).isEqualTo("in-doubt");
        assertThat(doubtful.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(number(bench.last(), "semel.attempt")).isEqualTo(2);
        assertThat(word(bench.last(), "semel.reason")).isEqualTo("in-doubt");
    }

    @Test
    @DisplayName("R10, R39: an attempt that was taken over is an error, with a link to the answer that counts")
    void fencedOut() {
        Exchange slow = run(keyed());
        bench.elapse(Bench.LEASE.plusSeconds(1));
        answer(run(keyed()), 201);
        SpanData successor = bench.last();
        answer(slow, 201);

        SpanData lost = bench.last();
        assertThat(word(successor, "semel.reason")).isEqualTo("lease-lapsed");
        assertThat(word(lost, "semel.ending")).isEqualTo("lost");
        assertThat(lost.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(lost.getLinks())
                .extracting(link -> link.getSpanContext().getSpanId())
                .containsExactly(successor.getSpanId());
    }

    @Test
    @DisplayName("R29, R39: where nothing runs because nobody can decide, that is an error, and its cause is named")
    void unavailable() {
        bench.engine().close();
        admitted(keyed(), Bench.PAYLOAD);

        assertThat(word(bench.last(), "semel.decision")).isEqualTo("unavailable");
        assertThat(word(bench.last(), "semel.cause")).isEqualTo("closing");
        assertThat(bench.last().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    }

    @Test
    @DisplayName("R18, R39: ends once for a client that goes while it sends, and for a handler that throws")
    void goneAndThrown() {
        http.receive(keyed()).match(new Reception.Cases<Void>() {
            @Override
            public Void passThrough() {
                throw new AssertionError("not protected");
            }

            @Override
            public Void answer(HttpAnswer answer) {
                throw new AssertionError("refused");
            }

            @Override
            public Void read(Intake intake) {
                intake.discard();
                intake.discard();
                return null;
            }
        });
        Exchange exchange = run(keyed());
        exchange.threw(new IllegalStateException(key));
        exchange.doubted();

        assertThat(bench.spans()).hasSize(2);
        assertThat(word(bench.spans().get(0), "semel.decision")).isEqualTo("gone");
        assertThat(word(bench.last(), "semel.ending")).isEqualTo("in-doubt");
    }

    @Test
    @DisplayName(
            "R39: the parent is what the adapter knows, else the thread's current span, else what the request says")
    void parents() {
        SpanContext known = SpanContext.create(
                "11111111111111111111111111111111",
                "2222222222222222",
                TraceFlags.getSampled(),
                TraceState.getDefault());
        SpanContext current = SpanContext.create(
                "33333333333333333333333333333333",
                "4444444444444444",
                TraceFlags.getSampled(),
                TraceState.getDefault());
        Context told = Context.root().with(Span.wrap(known));
        Head head = new Head(keyed().headers(), Map.of(SemelTracing.PARENT, told));
        Context.root()
                .with(Span.wrap(current))
                .wrap(() -> {
                    answer(run(head), 201);
                    admitted(keyed(), Bench.PAYLOAD);
                })
                .run();
        admitted(keyed(), Bench.PAYLOAD);

        assertThat(bench.spans())
                .extracting(SpanData::getParentSpanId)
                .containsExactly(known.getSpanId(), current.getSpanId(), PARENT);
    }

    @Test
    @DisplayName("R39: a trace's state may come in several lines, and counts as a whole; of two traces none counts")
    void severalLines() {
        Map<String, String> headers = new HashMap<>(keyed().headers());
        headers.put("tracestate", "one=1\ntwo=2");
        answer(run(new Head(headers, Map.of())), 201);
        assertThat(bench.last().getSpanContext().getTraceState().asMap()).containsOnlyKeys("one", "two");

        headers.merge("traceparent", "00-11111111111111111111111111111111-2222222222222222-01", (a, b) -> a + "\n" + b);
        admitted(new Head(headers, Map.of()), Bench.PAYLOAD);
        assertThat(bench.last().getParentSpanContext().isValid()).isFalse();
    }

    @Test
    @DisplayName("R39: what is not sampled has none, and leaves no trace to a replay that nobody could find")
    void unsampled() {
        try (Bench silent = new Bench(Sampler.alwaysOff())) {
            assertThat(SemelTracing.of(silent.openTelemetry).begin(keyed(), "charges.create"))
                    .isSameAs(RequestWatch.NONE);
            assertThat(silent.spans()).isEmpty();
        }
    }

    @Test
    @DisplayName("R27: no key, no tenant and no body is in any of them")
    void secrecy() {
        runs();
        admitted(keyed(), Bench.PAYLOAD);
        admitted(keyed(), "another " + Bench.PAYLOAD);

        assertThat(bench.spans())
                .hasSize(3)
                .allSatisfy(span -> assertThat(span.toString()).doesNotContain(key, Bench.TENANT, Bench.PAYLOAD));
    }
}
