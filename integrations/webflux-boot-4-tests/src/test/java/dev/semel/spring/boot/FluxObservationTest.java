// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@Tag("http")
@DisplayName("With WebFlux, and Micrometer's tracing")
class FluxObservationTest {

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

    @Configuration(proxyBeanMethods = false)
    @Import({FluxBooted.Open.class, Desk.class})
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
        Mono<String> ask() {
            return Mono.just("the answer");
        }
    }

    private List<SimpleSpan> spans(String name) {
        return tracer.getSpans().stream()
                .filter(span -> name.equals(span.getName()))
                .toList();
    }

    @Test
    @DisplayName("R39: the decision is a part of its request's trace, and a replay links to the original's")
    void replayLinksToTheOriginal() {
        String key = FluxClient.newKey();
        try (FluxBooted booted = FluxBooted.of(Application.class)
                .bean("tracer", tracer)
                .with("semel.http.tenants", "sole")
                .with("management.tracing.enabled", "false")
                .serve()) {
            FluxClient client = new FluxClient(booted.uri());
            client.post("/ask", key, "{}");
            assertThat(FluxClient.isReplay(client.post("/ask", key, "{}"))).isTrue();
        }

        List<SimpleSpan> decisions = spans("semel admission");
        List<SimpleSpan> requests = spans("http post /ask");
        assertThat(decisions).hasSize(2);
        assertThat(requests)
                .extracting(span -> span.context().traceId())
                .contains(decisions.get(0).context().traceId());
        assertThat(spans("semel replay")).hasSize(1);
        assertThat(spans("semel replay").get(0).getLinks())
                .extracting(link -> link.getTraceContext().spanId())
                .containsExactly(decisions.get(0).context().spanId());
    }
}
