// SPDX-License-Identifier: Apache-2.0
package dev.semel.opentelemetry;

import static dev.semel.opentelemetry.Bench.intent;
import static dev.semel.opentelemetry.Bench.number;
import static dev.semel.opentelemetry.Bench.word;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Admission;
import dev.semel.Codec;
import dev.semel.Execution;
import dev.semel.Idempotency;
import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Ticket;
import dev.semel.key.KeyHash;
import dev.semel.key.KeyMaker;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The spans of an engine's calls")
class EngineSpansTest {

    private static final Operation WAITING = Operation.named("charges.wait")
            .inFlight(InFlight.waitUpTo(Duration.ofSeconds(20)))
            .inDoubt(InDoubt.rerun())
            .build();
    private static final Saved ANSWER = Codec.UTF_8.save(Bench.PAYLOAD);

    private final Bench bench = new Bench();
    private final Idempotency traced = SemelTracing.of(bench.openTelemetry).around(bench.engine());
    private final Tracer tracer = bench.openTelemetry.getTracer("a test");
    private final String key = KeyMaker.uuidV4().next();
    private final Intent intent = intent(Bench.CHARGE, key, "payload");

    @AfterEach
    void close() {
        bench.close();
    }

    private Execution charge() throws Exception {
        return traced.execute(intent, ticket -> Outcome.completed(ANSWER));
    }

    @Test
    @DisplayName("R39: a run is below its caller's span, and the handler's own spans are below it")
    void nested() throws Exception {
        Span caller = tracer.spanBuilder("caller").startSpan();
        Context.root()
                .with(caller)
                .wrap(() -> traced.execute(intent, ticket -> {
                    tracer.spanBuilder("handler").startSpan().end();
                    return Outcome.completed(ANSWER);
                }))
                .call();

        SpanData handler = bench.spans().get(0);
        SpanData run = bench.last();
        assertThat(handler.getName()).isEqualTo("handler");
        assertThat(handler.getParentSpanId()).isEqualTo(run.getSpanId());
        assertThat(run.getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
        assertThat(word(run, "semel.decision")).isEqualTo("run");
        assertThat(word(run, "semel.ending")).isEqualTo("completed");
        assertThat(number(run, "semel.attempt")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "R39: a replay, a conflict and a failure say so; a handler's exception is an error by its kind alone (R27)")
    void endings() throws Exception {
        charge();
        charge();
        assertThat(word(bench.last(), "semel.decision")).isEqualTo("replay");

        Intent other = intent(Bench.CHARGE, KeyMaker.uuidV4().next(), "payload");
        assertThatThrownBy(() -> traced.execute(other, ticket -> {
                    traced.execute(other, nested -> Outcome.released());
                    throw new IllegalStateException(key);
                }))
                .isInstanceOf(IllegalStateException.class);
        SpanData conflict = bench.spans().get(2);
        SpanData threw = bench.last();
        assertThat(word(conflict, "semel.decision")).isEqualTo("conflict");
        assertThat(word(conflict, "semel.cause")).isEqualTo("in-progress");
        assertThat(word(threw, "semel.ending")).isEqualTo("threw");
        assertThat(word(threw, "error.type")).isEqualTo("java.lang.IllegalStateException");
        assertThat(threw.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(bench.spans())
                .hasSize(4)
                .allSatisfy(span -> assertThat(span.toString()).doesNotContain(key, Bench.TENANT, Bench.PAYLOAD));
    }

    @Test
    @DisplayName("R39: an admission's span ends with its ticket, once, and says what is recorded")
    void tickets() {
        Admission.Run run = (Admission.Run) traced.admit(intent);
        assertThat(bench.spans()).isEmpty();
        run.ticket().doubt();
        run.ticket().complete(ANSWER);
        assertThat(bench.spans()).hasSize(1);
        assertThat(word(bench.last(), "semel.ending")).isEqualTo("in-doubt");

        Admission.Run next =
                (Admission.Run) traced.admitAsync(intent).toCompletableFuture().join();
        next.ticket().release();
        assertThat(word(bench.last(), "semel.ending")).isEqualTo("in-doubt");
        assertThat(word(bench.last(), "semel.reason")).isEqualTo("in-doubt");
        assertThat(number(bench.last(), "semel.attempt")).isEqualTo(2);
    }

    @Test
    @DisplayName("R39: hides nothing that a ticket says: each of its questions is asked of the ticket itself")
    void wholeTicket() {
        assertThat(Ticket.class.getMethods())
                .filteredOn(
                        method -> !method.isDefault() || !method.getReturnType().equals(CompletionStage.class))
                .allSatisfy(method -> assertThat(
                                TracedTicket.class.getDeclaredMethod(method.getName(), method.getParameterTypes()))
                        .isNotNull());
        Admission.Run run = (Admission.Run) traced.admit(intent);
        assertThat(run.ticket().firstClaimed()).isPresent();
    }

    @Test
    @DisplayName("R10, R39: an execution that was taken over says that it is lost")
    void fencedOut() throws Exception {
        Execution execution = traced.execute(intent, ticket -> {
            bench.elapse(Bench.LEASE.plusSeconds(1));
            charge();
            return Outcome.completed(ANSWER);
        });

        assertThat(execution.answered().orElseThrow().replayed()).isTrue();
        assertThat(word(bench.spans().get(0), "semel.reason")).isEqualTo("lease-lapsed");
        assertThat(word(bench.last(), "semel.ending")).isEqualTo("lost");
    }

    @Test
    @DisplayName("R18, R39: what runs for a caller that has gone ends its span when it has run")
    void callerGoesWhileItRuns() {
        CompletableFuture<Outcome> working = new CompletableFuture<>();
        CompletionStage<Execution> execution = traced.executeAsync(intent, ticket -> working);
        execution.toCompletableFuture().cancel(false);
        assertThat(bench.spans()).isEmpty();
        working.complete(Outcome.completed(ANSWER));

        assertThat(bench.spans()).hasSize(1);
        assertThat(word(bench.last(), "semel.ending")).isEqualTo("gone");
        assertThat(((Admission.Replay) bench.engine().admit(intent)).answer().success())
                .isTrue();
    }

    @Test
    @DisplayName("R28, R39: a caller that goes while it waits has a span that ends then; it holds nothing")
    void callerGoesWhileItWaits() {
        Intent waiting = intent(WAITING, key, "payload");
        Admission.Run winner = (Admission.Run) traced.admit(waiting);
        CompletionStage<Admission> waits = traced.admitOrWait(waiting);
        assertThat(waits.toCompletableFuture()).isNotDone();
        waits.toCompletableFuture().cancel(false);

        assertThat(bench.spans()).hasSize(1);
        assertThat(word(bench.last(), "semel.decision")).isEqualTo("gone");
        winner.ticket().release();
        assertThat(bench.spans()).hasSize(2);
        assertThat(traced.admit(waiting)).isInstanceOf(Admission.Run.class);
    }

    @Test
    @DisplayName("R27, R39: with a hash for keys, all calls of one key are found by it")
    void hashed() throws Exception {
        KeyHash hash = KeyHash.withSecret("a secret of at least thirty-two bytes".getBytes(StandardCharsets.UTF_8));
        Idempotency findable = SemelTracing.of(bench.openTelemetry).around(bench.engine(), hash);
        findable.execute(intent, ticket -> Outcome.completed(ANSWER));
        findable.execute(intent, ticket -> Outcome.completed(ANSWER));

        assertThat(bench.spans())
                .hasSize(2)
                .allSatisfy(span -> assertThat(word(span, "semel.key.hash"))
                        .isEqualTo(hash.of(Bench.TENANT, "charges.create", key)));
    }

    @Test
    @DisplayName("R18, R39: so does what throws before it has returned, for a caller that has gone meanwhile")
    void callerGoesWhileItThrows() {
        Intent waiting = intent(WAITING, key, "payload");
        Admission.Run winner = (Admission.Run) bench.engine().admit(waiting);
        CompletableFuture<Runnable> leaving = new CompletableFuture<>();
        CompletionStage<Execution> execution = traced.executeAsync(waiting, ticket -> {
            leaving.join().run();
            throw new IllegalStateException(key);
        });
        leaving.complete(() -> execution.toCompletableFuture().cancel(false));
        winner.ticket().release();

        assertThat(bench.spans()).hasSize(1);
        assertThat(word(bench.last(), "semel.ending")).isEqualTo("gone");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("R39: a tracing system that throws hurts no call: it runs once, and what it says is recorded")
    void cannotHurt(boolean atStart) throws Exception {
        try (SdkTracerProvider broken = SdkTracerProvider.builder()
                .addSpanProcessor(new BrokenProcessor(atStart))
                .build()) {
            Idempotency hurt = SemelTracing.of(
                            OpenTelemetrySdk.builder().setTracerProvider(broken).build())
                    .around(bench.engine());

            assertThat(hurt.execute(intent, ticket -> Outcome.completed(ANSWER)).answered())
                    .isPresent();
            assertThat(hurt.execute(intent, ticket -> Outcome.released())
                            .answered()
                            .orElseThrow()
                            .replayed())
                    .isTrue();
            assertThat(hurt.executeAsync(intent, ticket -> new CompletableFuture<>()))
                    .succeedsWithin(Duration.ofSeconds(20));
            Intent next = intent(Bench.CHARGE, KeyMaker.uuidV4().next(), "payload");
            Admission.Run run =
                    (Admission.Run) hurt.admitAsync(next).toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(run.ticket().complete(ANSWER)).succeedsWithin(Duration.ofSeconds(20));
            assertThat(hurt.admit(next)).isInstanceOf(Admission.Replay.class);
        }
    }

    /** Of somebody else's, and badly written. */
    private record BrokenProcessor(boolean atStart) implements SpanProcessor {

        @Override
        public void onStart(Context parent, ReadWriteSpan span) {
            throw new IllegalStateException("a broken processor");
        }

        @Override
        public boolean isStartRequired() {
            return atStart;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            throw new IllegalStateException("a broken processor");
        }

        @Override
        public boolean isEndRequired() {
            return !atStart;
        }
    }

    @Test
    @DisplayName("R29, R39: what runs without protection says so")
    void unprotected() throws Exception {
        SemelTracing.of(bench.openTelemetry)
                .around(Idempotency.unprotected())
                .execute(intent, ticket -> Outcome.completed(ANSWER));

        assertThat(word(bench.last(), "semel.decision")).isEqualTo("unprotected");
        assertThat(word(bench.last(), "semel.ending")).isEqualTo("unprotected");
    }
}
