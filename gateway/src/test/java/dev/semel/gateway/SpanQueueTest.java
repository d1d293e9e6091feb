// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Spans on their way to a collector")
class SpanQueueTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Heard heard = Heard.of("dev.semel.gateway");

    @AfterEach
    void stopListening() {
        heard.close();
    }

    private double count(String result) {
        return registry.get("semel.gateway.spans")
                .tag("result", result)
                .counter()
                .count();
    }

    private SdkTracerProvider provider(SpanExporter exporter, int capacity) {
        SpanTally tally = new SpanTally(registry, URI.create("http://127.0.0.1:4318/v1/traces"));
        return SdkTracerProvider.builder()
                .addSpanProcessor(new SpanQueue(exporter, tally, capacity, Duration.ofSeconds(20)))
                .build();
    }

    private static void end(Tracer tracer, int spans) {
        for (int i = 0; i < spans; i++) {
            tracer.spanBuilder("a request").startSpan().end();
        }
    }

    /** A collector that does with each batch what a test says. */
    private record Scripted(java.util.function.Function<Collection<SpanData>, CompletableResultCode> script)
            implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            return script.apply(spans);
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    @Test
    @DisplayName("R29, R39: what finds no place is dropped and counted, and nobody waits for a collector that hangs")
    void bounded() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableResultCode hanging = new CompletableResultCode();
        SdkTracerProvider provider = provider(
                new Scripted(batch -> {
                    asked.countDown();
                    return hanging;
                }),
                SpanQueue.BATCH);
        Tracer tracer = provider.get("a test");
        end(tracer, SpanQueue.BATCH);
        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        end(tracer, SpanQueue.BATCH + 100);

        assertThat(count("dropped")).isEqualTo(100);
        hanging.succeed();
        provider.shutdown().join(20, TimeUnit.SECONDS);
        assertThat(count("exported")).isEqualTo(2.0 * SpanQueue.BATCH);
        assertThat(count("dropped")).isEqualTo(100);
    }

    @Test
    @DisplayName(
            "R39: a collector that takes nothing is said once, and so is its return; what it did not take is counted")
    void saidOnce() {
        List<CompletableResultCode> answers = new CopyOnWriteArrayList<>(List.of(
                CompletableResultCode.ofFailure(),
                CompletableResultCode.ofFailure(),
                CompletableResultCode.ofSuccess(),
                CompletableResultCode.ofSuccess()));
        SpanTally tally = new SpanTally(registry, URI.create("http://127.0.0.1:4318/v1/traces"));
        answers.forEach(answer -> tally.sent(10, answer.isSuccess()));

        List<String> said = heard.more();
        assertThat(said).hasSize(2);
        assertThat(said.get(0)).contains("LOST");
        assertThat(said.get(1)).contains("again");
        assertThat(count("failed")).isEqualTo(20);
        assertThat(count("exported")).isEqualTo(20);
    }

    @Test
    @DisplayName("R39: an end that finds a dead collector does not ask it batch by batch; all that is lost is counted")
    void deadAtTheEnd() {
        SdkTracerProvider provider =
                provider(new Scripted(batch -> CompletableResultCode.ofFailure()), 10 * SpanQueue.BATCH);
        end(provider.get("a test"), 10 * SpanQueue.BATCH);
        provider.shutdown().join(20, TimeUnit.SECONDS);
        end(provider.get("a test"), 1);

        assertThat(count("exported")).isZero();
        assertThat(count("failed") + count("dropped")).isEqualTo(10.0 * SpanQueue.BATCH);
        assertThat(heard.more()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("R39: an exporter that throws loses its batch, and the next one is sent, whatever it throws:")
    void throwing(boolean fatal) {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch next = new CountDownLatch(1);
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        SdkTracerProvider provider = provider(
                new Scripted(batch -> {
                    sizes.add(batch.size());
                    if (first.getCount() > 0) {
                        first.countDown();
                        if (fatal) {
                            throw new NoClassDefFoundError("a part of the SDK");
                        }
                        throw new IllegalStateException("a defect");
                    }
                    next.countDown();
                    return CompletableResultCode.ofSuccess();
                }),
                10 * SpanQueue.BATCH);
        end(provider.get("a test"), SpanQueue.BATCH);
        assertThat(awaited(first)).isTrue();
        end(provider.get("a test"), 5);
        assertThat(awaited(next)).isTrue();
        provider.shutdown().join(20, TimeUnit.SECONDS);

        assertThat(count("exported") + count("failed")).isEqualTo(SpanQueue.BATCH + 5.0);
        assertThat(count("failed")).isPositive();
        assertThat(count("exported")).isPositive();
        assertThat(sizes).allMatch(size -> size <= SpanQueue.BATCH);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
