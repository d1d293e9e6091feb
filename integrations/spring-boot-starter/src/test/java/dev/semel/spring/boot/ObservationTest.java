// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("With Micrometer's observations and tracing")
class ObservationTest {

    /** Keeps every span: the simple one says of none that it is kept. */
    private final SimpleTracer tracer = new SimpleTracer() {
        @Override
        public SimpleSpan nextSpan() {
            return kept(super.nextSpan());
        }

        @Override
        public SimpleSpan nextSpan(Span parent) {
            return kept(super.nextSpan(parent));
        }

        private SimpleSpan kept(SimpleSpan span) {
            span.context().setSampled(true);
            return span;
        }
    };

    private Booted booted;
    private Client client;

    @Configuration(proxyBeanMethods = false)
    @Import({Booted.Open.class, Desk.class})
    static class Application {

        @Bean
        ObservationHandler<?> spans(Tracer tracer) {
            return new DefaultTracingObservationHandler(tracer);
        }
    }

    @RestController
    static class Desk {

        @PostMapping("/ask")
        @Idempotent("desk.ask")
        String ask() {
            return "the answer";
        }
    }

    @BeforeAll
    void boot() {
        booted = Booted.of(Application.class)
                .bean("tracer", tracer)
                .with("semel.http.tenants", "sole")
                .with("management.tracing.enabled", "false")
                .serve();
        client = new Client(booted.uri());
    }

    @AfterAll
    void end() {
        booted.close();
    }

    private List<SimpleSpan> spans(String name) {
        return tracer.getSpans().stream()
                .filter(span -> name.equals(span.getName()))
                .toList();
    }

    @Test
    @DisplayName(
            "R39: a replay has a span with a link to the trace of the request that it replays; clients see nothing of"
                    + " it")
    void replayLinksToTheOriginal() {
        String key = Client.newKey();

        client.post("/ask", key, "{}");
        SimpleSpan original =
                spans("semel admission").get(spans("semel admission").size() - 1);
        HttpResponse<String> replay = client.post("/ask", key, "{}");

        assertThat(Client.isReplay(replay)).isTrue();
        assertThat(replay.headers().map()).doesNotContainKey("semel-traceparent");
        SimpleSpan linking = spans("semel replay").get(spans("semel replay").size() - 1);
        assertThat(linking.getLinks()).hasSize(1);
        assertThat(linking.getLinks().get(0).getTraceContext().spanId())
                .isEqualTo(original.context().spanId());
    }

    @Test
    @DisplayName("R39, R27: admissions are timed, with the operation and a word for tags and nothing else")
    void timed() {
        String key = Client.newKey();
        client.post("/ask", key, "{}");
        client.post("/ask", key, "{}");

        MeterRegistry registry = booted.bean(MeterRegistry.class);
        for (String outcome : List.of("run", "replay")) {
            Timer timer = registry.get("semel.admission")
                    .tags("operation", "desk.ask", "outcome", outcome)
                    .timer();
            assertThat(timer.count()).isPositive();
            assertThat(timer.getId().getTags())
                    .extracting(tag -> tag.getKey())
                    .containsExactlyInAnyOrder("operation", "outcome", "error");
        }
    }
}
